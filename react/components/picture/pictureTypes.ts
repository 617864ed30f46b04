/**
 * The types of picture files.
 *
 * @since 0.1.0
 */

/** The types of the files that users can choose. All browsers read them. */
export const pictureTypes: ReadonlyArray<string> = ["image/png", "image/jpeg", "image/gif", "image/webp"]
