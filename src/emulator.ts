/** An in-memory emulator of the authentication service, for tests and offline development. */
export type { AccessOptions } from "./emulator/ControlAccess.ts"
export * as Emulator from "./emulator/Emulator.ts"
export * as Faults from "./emulator/Faults.ts"
export type { EmulatorRequest, EmulatorResponse } from "./emulator/http.ts"
export { type InboxFilter, NoMail } from "./emulator/inbox.ts"
export type { Mail, MailType } from "./emulator/mails.ts"
export type { ProjectConfig } from "./emulator/rows.ts"
export { toWebHandler, toWebHandlerWith } from "./emulator/web.ts"
