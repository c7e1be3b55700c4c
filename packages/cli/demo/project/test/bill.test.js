import { total } from '../src/bill.js'

const got = total([{ item: 'tea', cents: 250, count: 3 }])
if (got !== 750) {
  console.error(`three teas at 250 cents: want 750, got ${got}`)
  process.exit(1)
}
console.log('1 test passed')
