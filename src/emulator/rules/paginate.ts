/** List pages in services after version 2.8.86. A cursor is the last row's id on the previous page. */

/** Returns a page of rows. It has all rows without a `limit`, and none after an unknown cursor. */
export const paginate = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  { cursor, limit = rows.length }: { readonly cursor?: string | undefined; readonly limit?: number | undefined }
): { readonly page: ReadonlyArray<Row>; readonly nextCursor: string | null } => {
  const last = rows.findIndex(({ id }) => id === cursor)
  const start = cursor === undefined ? 0 : last === -1 ? rows.length : last + 1
  const page = rows.slice(start, start + limit)
  return { page, nextCursor: start + limit < rows.length ? page.at(-1)?.id ?? null : null }
}
