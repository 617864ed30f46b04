"use server"

import { requireUser, run } from "@/auth"
import { CurrentUser } from "latchkey"
import { revalidatePath } from "next/cache"

export async function rename(form: FormData): Promise<void> {
  await requireUser()
  await run(CurrentUser.update({ displayName: String(form.get("displayName")) }))
  revalidatePath("/profile")
}
