"""What every room stands on: errors, files, TOML, templates, options, requests, and work that takes long."""
