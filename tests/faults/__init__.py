"""Tests of disks that fail, processes that are killed, files that are damaged."""
