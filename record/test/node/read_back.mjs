// Reads a recording with libraries that others wrote, and says what they saw, as JSON: how many messages each topic has,
// and the last message of each, decoded by its schema. All check sums are checked; a message that cannot be decoded, an
// index that does not lead to its messages, or a difference between reading in order and by the index is an error.
//
//   node read_back.mjs FILE.mcap
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import { decompress } from "fzstd";

const path = process.argv[2];
const decompressHandlers = { zstd: (packed, size) => decompress(packed, new Uint8Array(Number(size))) };

function inOrder() {
  const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  reader.append(readFileSync(path));
  const channels = new Map(), readers = new Map(), topics = {}, attachments = {}, metadata = [];
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") {
      const text = new TextDecoder().decode(record.data);
      readers.set(record.id, new MessageReader(parse(text, { ros2: true })));
    }
    if (record.type === "Channel") channels.set(record.id, record);
    if (record.type === "Attachment") attachments[record.name] = new TextDecoder().decode(record.data);
    if (record.type === "Metadata") metadata.push({ name: record.name, ...Object.fromEntries(record.metadata) });
    if (record.type !== "Message") continue;
    const channel = channels.get(record.channelId);
    const topic = (topics[channel.topic] ??= { messages: 0, last: null });
    topic.messages += 1;
    topic.last = readers.get(channel.schemaId).readMessage(record.data);
    topic.last_log_time = record.logTime;
  }
  if (!reader.done()) throw new Error("the file does not end as it should");
  return { topics, attachments, metadata };
}

async function byIndex() {
  const file = await open(path);
  const { size } = await file.stat();
  const readable = {
    size: async () => BigInt(size),
    read: async (offset, length) => {
      const bytes = new Uint8Array(Number(length));
      await file.read(bytes, 0, bytes.length, Number(offset));
      return bytes;
    },
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  const counts = {};
  for await (const message of reader.readMessages()) {
    const topic = reader.channelsById.get(message.channelId).topic;
    counts[topic] = (counts[topic] ?? 0) + 1;
  }
  let attachments = 0;
  for await (const attachment of reader.readAttachments({ validateCrcs: true })) attachments += attachment.data.length > 0;
  await file.close();
  return { counts, attachments, statistics: reader.statistics, chunks: reader.chunkIndexes.length };
}

const seen = inOrder();
const indexed = await byIndex();
for (const [topic, { messages }] of Object.entries(seen.topics)) {
  if (indexed.counts[topic] !== messages) throw new Error(`${topic}: ${messages} messages, ${indexed.counts[topic]} by the index`);
}
const all = Object.values(seen.topics).reduce((sum, { messages }) => sum + messages, 0);
if (Number(indexed.statistics.messageCount) !== all) throw new Error("the statistics have another number of messages");
if (indexed.attachments !== Object.keys(seen.attachments).length) throw new Error("an attachment is not in the index");
const plain = (_, value) => (typeof value === "bigint" ? Number(value) : ArrayBuffer.isView(value) ? Array.from(value) : value);
console.log(JSON.stringify({ ...seen, chunks: indexed.chunks, messages: all }, plain));
