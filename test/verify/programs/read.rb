# Reads YAML files as Rails does, with Psych. Prints a line of JSON for each file. Values that are not strings are
# skipped, so a text that Psych reads as true or as a number is missing.
require 'yaml'
require 'json'
require 'date'

def flat(value, path, found)
  case value
  when Hash then value.each { |key, inner| flat(inner, path + [key.to_s], found) }
  when Array then value.each_with_index { |inner, index| flat(inner, path + [index.to_s], found) }
  when String then found[path.join("\x1f")] = value
  end
  found
end

ARGV.each do |name|
  begin
    text = File.read(name, encoding: 'bom|utf-8')
    data = YAML.safe_load(text, permitted_classes: [Symbol, Date, Time], aliases: true)
    puts JSON.generate({ values: flat(data, [], {}) })
  rescue StandardError, SyntaxError => error
    puts JSON.generate({ error: "#{error.class}: #{error.message.scrub}" })
  end
end
