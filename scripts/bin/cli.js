#!/usr/bin/env node
// The command line. It stands in a folder of its own, with the libraries that only some commands load.
import './cli/main.js'
