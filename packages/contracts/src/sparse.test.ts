import { describe, expect, it } from 'vitest'
import { SparseMap, SparseSet } from './sparse.js'

describe('a sparse map', () => {
  it('is empty before its first entry, and answers as a map does', () => {
    const map = new SparseMap<string, number>()
    expect([map.size, map.has('a'), map.get('a'), map.delete('a')]).toEqual([0, false, undefined, false])
    expect([[...map], [...map.keys()], [...map.values()]]).toEqual([[], [], []])
    map.clear()
    expect(map.size).toBe(0)
  })

  it('keeps entries in the order in which they came, the latest value of each', () => {
    const map = new SparseMap<string, number>()
    for (const [index, key] of ['b', 'a', 'b'].entries()) map.set(key, index)
    expect([...map]).toEqual([
      ['b', 2],
      ['a', 1],
    ])
    expect([[...map.keys()], [...map.values()], map.size, map.get('a')]).toEqual([['b', 'a'], [2, 1], 2, 1])
  })

  it('loses single entries, and all of them', () => {
    const map = new SparseMap<string, number>()
    map.set('a', 1)
    map.set('b', 2)
    expect([map.delete('a'), map.delete('a'), map.has('a'), map.size]).toEqual([true, false, false, 1])
    map.clear()
    expect([map.size, [...map]]).toEqual([0, []])
    map.set('c', 3)
    expect([...map]).toEqual([['c', 3]])
  })
})

describe('a sparse set', () => {
  it('is empty before its first value, and answers as a set does', () => {
    const set = new SparseSet<string>()
    expect([set.size, set.has('a'), set.delete('a'), [...set]]).toEqual([0, false, false, []])
  })

  it('keeps each value once, and loses single ones and all', () => {
    const set = new SparseSet<string>()
    for (const value of ['a', 'b', 'a']) set.add(value)
    expect([[...set], set.size, set.has('b')]).toEqual([['a', 'b'], 2, true])
    expect([set.delete('a'), set.has('a')]).toEqual([true, false])
    set.clear()
    expect([...set]).toEqual([])
  })

  it('lets values leave while it is walked', () => {
    const set = new SparseSet<number>()
    for (const value of [1, 2, 3]) set.add(value)
    for (const value of set) set.delete(value)
    expect(set.size).toBe(0)
  })
})
