import { tell } from './task.mjs'

const start = process.cpuUsage()
await import(process.argv[2])
const { user, system } = process.cpuUsage(start)
tell({ cpuMs: (user + system) / 1000 })
