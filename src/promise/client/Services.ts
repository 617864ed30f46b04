/** Every client's services. */
import type { Navigation } from "../../navigation/Navigation.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { Client } from "../../session/ClientService.ts"

/** @internal */
export type Services = Client | Navigation | Cookies
