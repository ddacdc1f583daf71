"""Games for virtual tables: one description of what lies on the table, and a module for each format that says it."""
