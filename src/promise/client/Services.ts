/**
 * The services of every client.
 *
 * @since 0.1.0
 */
import type { Navigation } from "../../navigation/Navigation.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { Client } from "../../session/ClientService.ts"

/** @internal */
export type Services = Client | Navigation | Cookies
