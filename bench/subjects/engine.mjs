/**
 * An engine that costs nothing: no provider, no prices.
 * @param {import('raider').Engine['stream']} stream
 * @returns {import('raider').Engine}
 */
export const createEngine = (stream) => ({
  name: 'bench',
  model: 'claude-bench',
  resolve: (model) => model,
  price: () => undefined,
  stream,
})
