/**
 * The state of the emulated service.
 *
 * @since 0.1.0
 */
import type { Generation } from "../wire/Endpoint.ts"
import type { ProjectRow } from "./rows.ts"

/**
 * All projects of an emulator by id, and the generation of the service it emulates.
 *
 * @category models
 * @since 0.1.0
 */
export class ServiceState extends Map<string, ProjectRow> {
  readonly generation: Generation

  constructor(generation: Generation) {
    super()
    this.generation = generation
  }
}
