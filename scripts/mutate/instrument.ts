/** Builds all mutants of a module into its code, each behind a switch by its number. */
import { type Mutant, mutantsOf } from "./operators.ts"

/** The global function that records the execution of a mutant and returns `true` if it is active. */
export const switchName = "$mutant"

export interface Instrumented {
  readonly code: string
  readonly mutants: ReadonlyArray<Mutant>
}

interface Site {
  readonly start: number
  readonly end: number
  readonly isStatement: boolean
  readonly variants: Array<{ readonly id: number; readonly replacement: string | undefined }>
}

/** Returns the code with a switch at each mutated position. The number of a mutant is `firstId` plus its index. */
export const instrument = (code: string, firstId: number): Instrumented => {
  const mutants = mutantsOf(code)
  const sites = new Map<string, Site>()
  for (const [index, { end, replacement, start }] of mutants.entries()) {
    const isStatement = replacement === undefined
    const key = `${start}-${end}-${isStatement}`
    const site = sites.get(key) ?? { start, end, isStatement, variants: [] }
    site.variants.push({ id: firstId + index, replacement })
    sites.set(key, site)
  }
  // For equal ranges, the statement encloses the expression.
  const sorted = [...sites.values()].toSorted(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.isStatement) - Number(a.isStatement)
  )
  let next = 0
  const render = (start: number, end: number): string => {
    let result = ""
    let position = start
    for (let site = sorted[next]; site !== undefined && site.start < end; site = sorted[next]) {
      next++
      result += code.slice(position, site.start) + wrap(site, render(site.start, site.end))
      position = site.end
    }
    return result + code.slice(position, end)
  }
  return { code: render(0, code.length), mutants }
}

const wrap = ({ isStatement, variants }: Site, original: string): string => {
  if (isStatement) return `{ if (!${switchName}(${variants[0]!.id})) ${original} }`
  const cases = variants.map(({ id, replacement }) => `${switchName}(${id}) ? (${replacement}) : `)
  return `(${cases.join("")}(${original}))`
}
