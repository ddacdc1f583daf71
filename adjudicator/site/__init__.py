"""Postfox as a static site: pages that print, play and referee in the browser, with nothing installed."""
