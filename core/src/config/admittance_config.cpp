// Reads the section of a controller from a YAML document into AdmittanceParameters.
#include "config/admittance_schema.hpp"
#include "config/schema_reader.hpp"
#include "config/yaml_parameters.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

AdmittanceParameters read_admittance(const YamlDocument& document, const std::string& section) {
  SchemaReader<AdmittanceParameters> reader(admittance_schema());
  return reader.read(find_controller_section(document, section),
                     [](const AdmittanceParameters& parameters) { return check_together(parameters); });
}

AdmittanceParameters parse_admittance(const std::string& text, const std::string& source, const std::string& section) {
  return read_admittance(YamlDocument::parse(text, source), section);
}

AdmittanceParameters load_admittance(const std::string& path, const std::string& section) {
  return read_admittance(YamlDocument::load(path), section);
}

}  // namespace limber::config
