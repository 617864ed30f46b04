/** An in-memory emulator of the authentication service, for tests and offline development. */
export * as Faults from "./emulator/control/Faults.ts"
export { type InboxFilter, NoMail } from "./emulator/emails/inbox.ts"
export type { Mail, MailType } from "./emulator/emails/mails.ts"
export * as Emulator from "./emulator/Emulator.ts"
export type { EmulatorRequest, EmulatorResponse } from "./emulator/requests/http.ts"
export { toWebHandler, toWebHandlerWith } from "./emulator/requests/web.ts"
export type { ProjectConfig } from "./emulator/state/ProjectConfig.ts"
