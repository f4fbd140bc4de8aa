// `limber list`: the robots, scenes and configurations the program knows.
#pragma once

namespace limber::app {

void list_command();

}  // namespace limber::app
