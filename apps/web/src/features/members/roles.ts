import type { Role } from '@vitrine/contract/roles';

/** The roles in words, from the one that may most. */
export const roleNames: Record<Role, { name: string; may: string }> = {
  owner: { name: 'Proprietário', may: 'Faz tudo, também nomear outros proprietários.' },
  admin: { name: 'Administrador', may: 'Edita o site, os cursos e as pessoas.' },
  instructor: { name: 'Instrutor', may: 'Vê todo o conteúdo e responde às dúvidas.' },
  moderator: { name: 'Moderador', may: 'Cuida das comunidades.' },
  student: { name: 'Aluno', may: 'Vê o que seus produtos abrem.' },
};
