"""Tests of mail; a package, so that its conftest is another than that of all tests."""
