/** A fake of `next/cache`. */
import { revalidated } from "./request.ts"

export const revalidatePath = (path: string, type?: string) => {
  revalidated.push([path, type])
}
