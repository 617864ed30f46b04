/** The Brazilian Portuguese texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "Administrador",
  team_member: "Membro",
  $delete_team: "Excluir a equipe",
  $invite_members: "Convidar membros",
  $manage_api_keys: "Gerenciar chaves de API",
  $read_members: "Ver membros",
  $remove_members: "Remover membros",
  $update_team: "Editar a equipe"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "Configurações da equipe",
  navigation: "Configurações da equipe",
  general: "Geral",
  members: "Membros",
  invitations: "Convites",
  apiKeys: "Chaves de API",
  notMember: "Você não faz parte desta equipe.",
  notSelected: "Selecione uma equipe para ver as configurações dela."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "Nome da equipe",
  picture: "Foto da equipe"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "Membros",
  you: "Você",
  unnamed: "Membro sem nome",
  permissions: "Suas permissões",
  noPermissions: "Você não tem permissões nesta equipe.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "Você não tem permissão para ver os outros membros.",
  remove: "Remover",
  removeTitle: (name) => `Remover ${name}?`,
  removeText: (team) => `Essa pessoa perderá o acesso a ${team}.`,
  removed: (name) => `${name} não faz mais parte da equipe.`,
  notFound: "Essa pessoa não faz mais parte da equipe.",
  invite: "Convidar membros"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "Convites",
  email: "E-mail",
  send: "Enviar convite",
  sent: (email) => `Convite enviado para ${email}.`,
  none: "As pessoas convidadas aparecem aqui até entrarem na equipe.",
  expires: (date) => `Expira em ${date}`,
  revoke: "Revogar",
  revoked: (email) => `Convite para ${email} revogado.`,
  inviteAgain: "Convidar novamente"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "Sair da equipe",
  text: "Você perderá o acesso a esta equipe.",
  open: "Sair da equipe",
  confirmTitle: (team) => `Sair de ${team}?`,
  confirmText: "Você precisará de um novo convite para voltar.",
  submit: "Sair da equipe"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "Excluir equipe",
  text: "A equipe e todos os dados dela serão excluídos permanentemente.",
  open: "Excluir equipe",
  confirmTitle: (team) => `Excluir ${team}?`,
  submit: "Excluir equipe"
}

export const createTeam: Texts["createTeam"] = {
  title: "Criar uma equipe",
  displayName: "Nome da equipe",
  submit: "Criar equipe",
  closed: "Não é possível criar equipes neste app."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "Mudar de equipe",
  select: "Selecionar uma equipe",
  personal: "Conta pessoal",
  create: "Criar uma equipe",
  settings: "Configurações da equipe",
  none: "Você não faz parte de nenhuma equipe.",
  failed: "Não foi possível carregar suas equipes.",
  search: "Buscar equipes",
  notFound: "Nenhuma equipe encontrada"
}

export const userButton: Texts["userButton"] = {
  label: "Menu do usuário",
  manageAccount: "Gerenciar conta",
  theme: "Tema",
  light: "Claro",
  dark: "Escuro",
  system: "Sistema",
  signOut: "Sair"
}

export const buttons: Texts["buttons"] = {
  signIn: "Fazer login",
  signUp: "Cadastrar-se",
  signOut: "Sair"
}
