#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// What Node compiled is kept beside the program for the next start (ADR 0032); a folder that cannot be written costs just that.
module.enableCompileCache?.(fileURLToPath(new URL('../.cache', import.meta.url)))

await import('../bundle/main.js')
