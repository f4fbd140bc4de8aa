// What may come next on the command line, for the shell's completion (app/completion/limber.bash).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace limber::app {

// `words` are those after the program's name, the last one as far as it is typed. Every candidate begins with it.
// None: the shell offers files. Subcommands and options are those that `program` has.
std::vector<std::string> completions(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace limber::app
