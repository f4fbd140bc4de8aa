// What stands between a stranger's file and the XML reader under urdfdom. That reader recurses as deep as the file
// nests, stops at a NUL byte, and urdfdom prints attribute values through printf; so a file is checked here first.
#pragma once

#include <string>

namespace limber {

// The tags of `xml` and nothing else: comments, text and processing instructions become blanks, line breaks inside
// attribute values become spaces (as XML prescribes), '%' becomes '_'. Throws ArmError naming source and line where
// the text is not well-formed, too large, too deep, or still a xacro file.
std::string checked_xml(const std::string& xml, const std::string& source);

}  // namespace limber
