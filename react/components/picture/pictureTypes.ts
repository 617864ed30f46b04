/** The file types that users can choose. All browsers read them. */
export const pictureTypes: ReadonlyArray<string> = ["image/png", "image/jpeg", "image/gif", "image/webp"]
