/** The codec for a project with all its rows. */
import type { Codec } from "../../wire/Codec.ts"
import { struct } from "../../wire/Struct.ts"
import { tableOf } from "./collectionCodecs.ts"
import { makeTables } from "./projectTables.ts"
import { ApiKeyRow, CodeRow, projectFields, type ProjectRow, SessionRow, UserRow } from "./rows.ts"

export const Project: Codec<ProjectRow> = struct({
  ...projectFields,
  users: tableOf(UserRow, () => makeTables().users),
  sessions: tableOf(SessionRow, () => makeTables().sessions),
  codes: tableOf(CodeRow, () => makeTables().codes),
  apiKeys: tableOf(ApiKeyRow, () => makeTables().apiKeys)
})
