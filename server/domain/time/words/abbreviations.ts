import { Chrono, type Refiner } from 'chrono-node/en'

type Configuration = ConstructorParameters<typeof Chrono>[0] & {}

/**
 * The parser without its own table of abbreviations: it reads them as fixed offsets, and some of these are wrong. Ours
 * name zones. The part that does it has no name to be found by, so each is asked; offsets in digits stay.
 */
export function withoutAbbreviations(configuration: Configuration): Configuration {
  return { ...configuration, refiners: configuration.refiners.filter((refiner) => !readsAbbreviations(refiner)) }
}

function readsAbbreviations(refiner: Refiner): boolean {
  const nine = { pattern: () => /9/, extract: () => ({ hour: 9 }) }
  const [found] = new Chrono({ parsers: [nine], refiners: [refiner] }).parse('9 UTC', new Date(0))
  return found?.start.isCertain('timezoneOffset') ?? false
}
