/** The hosts and origins that may use the emulator's control API and pages. */
import * as Context from "effect/Context"
import type { ControlPages } from "./ControlTarget.ts"

/** The hosts and origins that may use the control API, in addition to this computer's own. */
export type AccessOptions = {
  /**
   * Further origins whose pages may use the control API, such as `https://preview.example.com`. Pages on `localhost`
   * always may.
   */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  /** Further emulator names in the `Host` header, such as `emulator` in a container network. */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
}

/** The access to the control API. */
export interface Access extends AccessOptions {
  /** `true` if the server listens on all addresses: `Host` may be any IP address, which a foreign page cannot name. */
  readonly allowsAddresses?: boolean | undefined
  /** `true` if requests by https may have any `Host`, as behind msw: the certificate vouches for the server's name. */
  readonly allowsHttps?: boolean | undefined
  /** The pages for people. Without them, the emulator answers only programs. */
  readonly pages?: ControlPages | undefined
}

/** The access to the control API in the current context. */
export const ControlAccess: Context.Reference<Access> = /*#__PURE__*/ Context.Reference(
  "latchkey/emulator/ControlAccess",
  { defaultValue: () => ({}) }
)
