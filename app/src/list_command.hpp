// `limber list`: the robots, scenes and configurations the program knows.
#pragma once

namespace limber::app {

void list_command(bool as_json);

}  // namespace limber::app
