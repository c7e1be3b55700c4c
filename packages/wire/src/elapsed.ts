/** Milliseconds between two times of events; none where the clock was set back meanwhile. */
export const elapsedMs = (from: number, to: string): number => Math.max(0, Date.parse(to) - from)
