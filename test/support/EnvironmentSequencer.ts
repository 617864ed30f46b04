import { readFileSync } from "node:fs"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files in jsdom name it in their first lines. */
const usesDom = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, "utf8").slice(0, 200).includes("@vitest-environment jsdom")

/**
 * Runs the files in jsdom after all others. Vitest reuses a worker, with the modules that it has loaded, only if the next file
 * has the same environment. In Vitest's own order, which mixes them, workers load the library again for every fifth file.
 */
export class EnvironmentSequencer extends BaseSequencer {
  override async sort(specifications: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(specifications)
    return [...sorted.filter((specification) => !usesDom(specification)), ...sorted.filter(usesDom)]
  }
}
