import type { PageOf, PageTag } from "./ShownPage.ts"

/** The props of a default page component. */
export interface ShownProps<Tag extends PageTag> {
  readonly page: PageOf<Tag>
}
