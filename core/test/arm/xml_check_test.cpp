// What stands between a stranger's file and the XML reader: what is left of a text, and what is refused where.
#include "arm/xml_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "limber/arm.hpp"
#include "robots.hpp"

namespace limber {
namespace {

std::string xml_refusal(const std::string& xml) {
  try {
    checked_xml(xml, "some.urdf");
  } catch (const ArmError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckedXml, KeepsEveryTagWhereItIs) {
  for (const test::RobotFile& robot : test::kRobots) {
    const std::string text = test::urdf_of(robot), tags = checked_xml(text, "robot.urdf");
    ASSERT_EQ(tags.size(), text.size());
    EXPECT_EQ(std::count(tags.begin(), tags.end(), '\n'), std::count(text.begin(), text.end(), '\n'))
        << "line numbers stay";
    for (std::size_t at = text.find("<joint "); at != std::string::npos; at = text.find("<joint ", at + 1)) {
      if (tags[at] == ' ') continue;  // in a comment
      EXPECT_EQ(tags.substr(at, 20), text.substr(at, 20));
    }
    EXPECT_EQ(checked_xml(tags, "robot.urdf"), tags) << "nothing is left to take away";
  }
}

TEST(CheckedXml, BlanksWhatIsNoTag) {
  EXPECT_EQ(checked_xml("<?xml?><r>text<!-- <a> --><b/></r>", "x"), "       <r>" + std::string(16, ' ') + "<b/></r>");
  EXPECT_EQ(checked_xml("<r>\n<![CDATA[</r>]]></r>", "x"), "<r>\n                </r>");
  EXPECT_EQ(checked_xml("<r a=\"1\n2\" b='%s'/>", "x"), "<r a=\"1 2\" b='_s'/>");
  EXPECT_EQ(checked_xml("\xef\xbb\xbf<r/>", "x"), "   <r/>") << "a byte order mark";
  EXPECT_EQ(checked_xml("<r n=\"Gr\xc3\xbc\xc3\x9f\x65\"/>", "x"), "<r n=\"Gr\xc3\xbc\xc3\x9f\x65\"/>");
}

TEST(CheckedXml, RefusesWithTheLine) {
  const struct {
    const char* xml;
    const char* begins;
    const char* says;
  } cases[] = {{"<r>\n<a>\n</b></r>", "some.urdf:3:", "closes <a> with </b>"},
               {"<r>\n<a>", "some.urdf:2:", "ends inside <a>"},
               {"</r>", "some.urdf:1:", "nothing to close"},
               {"<r/>\n<s/>", "some.urdf:2:", "after its one element"},
               {"\n<r/>text", "some.urdf:2:", "text outside"},
               {"<r>\n</r>\n \n\ttext\n", "some.urdf:4:", "text outside"},
               {"\r\n\r\ntext<r/>", "some.urdf:3:", "text outside"},
               {"\n\n<!DOCTYPE r><r/>", "some.urdf:3:", "DOCTYPE"},
               {"<r>\n<!-- a", "some.urdf:2:", "a comment that does not end"},
               {"<r a=\"<\"/>", "some.urdf:1:", "'<' inside the value of 'a'"},
               {"<r a=\"&#0;\"/>", "some.urdf:1:", "character reference"},
               {"<r a=1/>", "some.urdf:1:", "lacks a '\"'"},
               {"<r a=\"1\"b=\"2\"/>", "some.urdf:1:", "blank between attributes"},
               {"<r>\n<xacro:macro/></r>", "some.urdf:2:", "expand the file with xacro"},
               {"<1/>", "some.urdf:1:", "the name of an element"},
               {"   \n", "some.urdf:2:", "no element"},
               {"", "some.urdf:", "empty"},
               {"<r>\n\x01</r>", "some.urdf:2:", "0x01"},
               {"<r>\xc3</r>", "some.urdf:1:", "0xc3"},
               {"<r>\xf5\x80\x80\x80</r>", "some.urdf:1:", "0xf5"}};
  for (const auto& c : cases) {
    const std::string sentence = xml_refusal(c.xml);
    EXPECT_TRUE(sentence.starts_with(c.begins)) << c.xml << ": " << sentence;
    EXPECT_NE(sentence.find(c.says), std::string::npos) << c.xml << ": " << sentence;
  }
  EXPECT_NE(xml_refusal(std::string("<r>\0</r>", 8)), "") << "where the reader would stop";
}

TEST(CheckedXml, BoundsDepthElementsAndBytes) {
  const auto nested = [](int depth) {
    std::string xml;
    for (int i = 0; i < depth; ++i) xml += "<a>";
    for (int i = 0; i < depth; ++i) xml += "</a>";
    return xml;
  };
  EXPECT_EQ(xml_refusal(nested(64)), "");
  EXPECT_NE(xml_refusal(nested(65)).find("deeper than 64"), std::string::npos);
  const auto with_elements = [](int count) {
    std::string xml = "<r>";
    for (int i = 1; i < count; ++i) xml += "<a/>";
    return xml + "</r>";
  };
  EXPECT_EQ(xml_refusal(with_elements(10000)), "");
  EXPECT_NE(xml_refusal(with_elements(10001)).find("more than 10000 elements"), std::string::npos);
  EXPECT_NE(xml_refusal("<r>" + std::string(8 << 20, ' ') + "</r>").find("bytes"), std::string::npos);
}

}  // namespace
}  // namespace limber
