"""Refereeing by mail: the edge between mailboxes and match folders. Only modules in here know what an email is."""
