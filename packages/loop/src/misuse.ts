import { RaiderError } from '@raider/contracts'
import type { SessionParts } from './parts.js'

/** @throws RaiderError `duplicate-tool` or `unknown-price`. */
export function refuseMisuse({ tools, limits, engine, model }: SessionParts): void {
  const names = new Set<string>()
  for (const { name } of tools) {
    if (names.has(name))
      throw new RaiderError(
        'duplicate-tool',
        `Two tools are named "${name}". Rename one, or leave the built-in one out.`,
      )
    names.add(name)
  }
  const id = engine.resolve(model ?? engine.model)
  if (limits.maxCostUsd !== undefined && engine.price(id) === undefined)
    throw new RaiderError(
      'unknown-price',
      `A cost budget is set, but the price of model "${id}" is unknown. Use a model with a known price, or limit tokens instead.`,
      { data: { model: id } },
    )
}
