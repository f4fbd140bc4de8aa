// Checks an untrusted file before the XML reader of urdfdom reads it. That reader recurses as deep as the file nests
// and stops at a NUL byte, and urdfdom prints attribute values through printf.
#pragma once

#include <string>

namespace limber {

// Only the tags of `xml`: comments, text and processing instructions become blanks, line breaks inside attribute values
// become spaces (as in XML), '%' becomes '_'. Throws ArmError with source and line if the text is not well-formed, too
// large, nested too deep, or a xacro file that is not expanded.
std::string checked_xml(const std::string& xml, const std::string& source);

}  // namespace limber
