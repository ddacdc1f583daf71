"""A user's own templates: copied, checked, compared with ours, and shown with sample data."""
