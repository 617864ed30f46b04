/** A fake of `next/headers`. During one request, `headers` returns the same object. */
import { currentRequest } from "./request.ts"

export const headers = async () => currentRequest().headers

export const cookies = () => currentRequest().next.cookies()
