/**
 * A Map that takes no room before its first entry. An empty `Map` holds 180 bytes, and a session keeps dozens of books that mostly
 * stay empty, a process perhaps thousands of sessions.
 */
export class SparseMap<K, V> implements Iterable<[K, V]> {
  #entries: Map<K, V> | undefined

  get size(): number {
    return this.#entries?.size ?? 0
  }

  has(key: K): boolean {
    return this.#entries?.has(key) ?? false
  }

  get(key: K): V | undefined {
    return this.#entries?.get(key)
  }

  set(key: K, value: V): void {
    this.#entries ??= new Map()
    this.#entries.set(key, value)
  }

  delete(key: K): boolean {
    return this.#entries?.delete(key) ?? false
  }

  clear(): void {
    this.#entries = undefined
  }

  keys(): Iterable<K> {
    return this.#entries?.keys() ?? []
  }

  values(): Iterable<V> {
    return this.#entries?.values() ?? []
  }

  [Symbol.iterator](): Iterator<[K, V]> {
    return (this.#entries ?? none)[Symbol.iterator]()
  }
}

/** A Set that takes no room before its first value; see {@link SparseMap}. */
export class SparseSet<T> implements Iterable<T> {
  #values: Set<T> | undefined

  get size(): number {
    return this.#values?.size ?? 0
  }

  has(value: T): boolean {
    return this.#values?.has(value) ?? false
  }

  add(value: T): void {
    this.#values ??= new Set()
    this.#values.add(value)
  }

  delete(value: T): boolean {
    return this.#values?.delete(value) ?? false
  }

  clear(): void {
    this.#values = undefined
  }

  [Symbol.iterator](): Iterator<T> {
    return (this.#values ?? none)[Symbol.iterator]()
  }
}

const none: readonly never[] = []
