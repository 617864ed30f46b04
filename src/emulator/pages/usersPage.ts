/** The user list, and the form for a new one. */
import type { ListedUser, UserPage } from "../state/userList.ts"
import { type Html, html } from "./html.ts"
import { projectField } from "./inboxPage.ts"
import type { PageContext } from "./PageContext.ts"
import { actionForm, badge, count, inputField, list, shortId, time } from "./parts.ts"

/** The most users on a page. */
export const pageSize = 50

/** Renders the user list. `values` fills the form again after an error. */
export const renderUsers = (
  context: PageContext,
  { items, nextCursor }: UserPage,
  values?: Readonly<Record<string, string | undefined>>
): Html => {
  const { link, query } = context
  const text = query("query") ?? ""
  const empty = text === ""
    ? "No users yet. Sign up in your app, or create a user here."
    : html`No user matches “${text}”. <a href="${link("/latchkey/ui/users")}">Show all users</a>`
  return html`<div class="head"><h1>Users</h1>
<form class="search" method="get" action="/latchkey/ui/users" role="search">${
    projectField(context)
  }<input type="search" name="query" value="${text}"
 aria-label="Search by name, email or ID" placeholder="Name, email or ID"><button>Search</button></form></div>
${renderForm(context, values)}
<div class="stacked" id="users" data-live>${list(items.map((user) => renderUser(user, context)), empty)}${
    renderPagination(context, text || undefined, nextCursor)
  }</div>`
}

const renderPagination = ({ link, project, query }: PageContext, text: string | undefined, next: string | undefined) =>
  (next !== undefined || query("cursor") !== undefined) &&
  html`<nav class="actions" aria-label="Pages of users">${
    query("cursor") !== undefined &&
    html`<a class="button" href="${link("/latchkey/ui/users", { query: text })}">First page</a>`
  }${
    next !== undefined &&
    html`<a class="button" href="${link("/latchkey/ui/users", { query: text, cursor: next })}">Next page</a>`
  }<span class="small muted">${count(project.users.size, "user")} in total</span></nav>`

const renderForm = ({ link }: PageContext, values: Readonly<Record<string, string | undefined>> = {}): Html => {
  const isOpen = Object.keys(values).length > 0
  const isChecked = (name: string) => (!isOpen || values[name] !== undefined) && html` checked`
  return html`<details class="more button-like" id="new-user"${
    isOpen && html` open`
  }><summary>Create a user</summary><form class="card stack" method="post" action="${
    link("/latchkey/ui/users")
  }" autocomplete="off">
<div class="fields">
${
    inputField("email", "Email", {
      type: "email",
      value: values["email"],
      placeholder: "ada@example.com",
      autocomplete: "off"
    })
  }
${
    inputField("password", "Password", { value: values["password"], autocomplete: "off" }, {
      hint: "Optional, and stored unhashed. Never use a real one."
    })
  }
${inputField("name", "Name", { value: values["name"], autocomplete: "off" })}
</div>
<div class="actions">
<label class="check"><input type="checkbox" name="verified"${isChecked("verified")}>Email is verified</label>
<label class="check"><input type="checkbox" name="otp"${isChecked("otp")}>Can sign in with a code by email</label>
</div>
<div class="actions"><button class="primary">Create user</button></div>
</form></details>`
}

/** Returns a user's name for people: the name, the email or the id's start. */
export const nameOf = (
  { displayName, id, primaryEmail }: Pick<ListedUser, "displayName" | "id" | "primaryEmail">
): string => displayName || primaryEmail || `User ${shortId(id)}`

/** Returns a user's labels. */
export const userBadges = (user: ListedUser): Html =>
  html`<span class="badges">${user.isAnonymous && badge("Anonymous")}${
    user.isRestricted === true && !user.isAnonymous && badge("Restricted", "warning")
  }${user.primaryEmail !== null && !user.primaryEmailVerified && badge("Email not verified")}${
    user.requiresTotpMfa && badge("Two-factor", "success")
  }</span>`

const renderUser = (user: ListedUser, context: PageContext): Html => {
  const name = nameOf(user)
  return html`<li><div class="grow"><span class="actions"><a class="title" href="${
    context.link(`/latchkey/ui/users/${user.id}`)
  }">${name}</a>${userBadges(user)}</span><span class="meta">${
    user.primaryEmail !== null && user.primaryEmail !== name && html`<span>${user.primaryEmail}</span>`
  }<span
>Signed up ${time(user.signedUpAt, context)}</span><span>${
    count(user.sessionCount, "session")
  }</span></span></div><div class="actions">${
    actionForm(context.link(`/latchkey/ui/users/${user.id}/sign-in`), "Sign in as", { about: name })
  }</div></li>`
}
