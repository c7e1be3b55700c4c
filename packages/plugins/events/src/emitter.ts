import { EventEmitter } from 'eventemitter3'
import type { EventType, RaiderEvent } from '@raider/contracts'

/** The event of a type. */
export type EventOf<T extends EventType> = Extract<RaiderEvent, { type: T }>

/** What listeners may name: a type, or `*` for every event. */
export type Topic = EventType | '*'

/** Called with each event; what it returns is not waited for. */
export type Listener<T extends Topic> = (event: T extends EventType ? EventOf<T> : RaiderEvent) => unknown

/** Told of a listener that threw or rejected. */
type Report = (thrown: unknown) => void

/** Typed listeners. Adding the same function twice calls it twice, as in Node's emitter. */
export interface Emitter {
  readonly on: <T extends Topic>(topic: T, listener: Listener<T>) => void
  readonly once: <T extends Topic>(topic: T, listener: Listener<T>) => void
  readonly off: <T extends Topic>(topic: T, listener: Listener<T>) => void
  /** Calls the listeners of the event's type, then those of `*`. None can keep another one from being called. */
  readonly tell: (event: RaiderEvent, report: Report) => void
}

type Guarded = (event: RaiderEvent, report: Report) => void

/** An eventemitter3 whose listeners are guarded one by one. */
export function createEmitter(): Emitter {
  const emitter = new EventEmitter<Record<Topic, Guarded>>()
  const guards = new WeakMap<object, Guarded>()

  const guarded = <T extends Topic>(listener: Listener<T>): Guarded => {
    const known = guards.get(listener)
    if (known) return known
    const made = guard(listener)
    guards.set(listener, made)
    return made
  }

  return {
    on: (topic, listener) => void emitter.on(topic, guarded(listener)),
    once: (topic, listener) => void emitter.once(topic, guarded(listener)),
    off: (topic, listener) => void emitter.off(topic, guarded(listener)),
    tell: (event, report) => {
      emitter.emit(event.type, event, report)
      emitter.emit('*', event, report)
    },
  }
}

const guard =
  <T extends Topic>(listener: Listener<T>): Guarded =>
  (event, report) => {
    try {
      // The emitter calls it under its own topic only.
      const told = listener(event as Parameters<Listener<T>>[0])
      if (told instanceof Promise) told.catch(report)
    } catch (thrown) {
      report(thrown)
    }
  }
