// An answer to a peer that may take its time: asked again until it has something to say.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace limber::app {

using LiveReply = std::function<std::optional<std::string>()>;

inline LiveReply reply_now(std::string text) {
  return [text = std::move(text)] { return text; };
}

}  // namespace limber::app
