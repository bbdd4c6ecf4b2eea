import type { routes } from './index.ts';

type Routes = typeof routes;

/** A call of the contract by domain and verb: `catalog.showCourse`. */
export type Operation = {
  [Domain in keyof Routes]: `${Domain}.${keyof Routes[Domain] & string}`;
}[keyof Routes];

/**
 * Who may see a page. `visitor`: a form for people who are not signed in. `showcase`: members, and
 * everybody while the showcase is open. `staff`, `admin`: everybody else gets 404.
 */
type PageAccess = 'public' | 'visitor' | 'showcase' | 'member' | 'staff' | 'admin';

/** The menus of a page. `main`: header, sidebar and the phone's tabs. */
type Menu = 'main' | 'side' | 'management';

interface Page {
  /** `/courses/{id}`: the names in braces are the page's parameters. */
  path: string;
  /** Portuguese, for menus and the browser's tab. */
  title: string;
  access: PageAccess;
  /**
   * The call that fills the page. The server embeds its answer in the page. It takes the page's
   * `ownId`.
   */
  firstCall?: Operation;
  menus?: readonly Menu[];
  /** The header stays at the top while the viewer scrolls (A section 2). */
  fixedHeader?: true;
  /**
   * The page carries snippets of its own kind. `scope`: the id that a snippet can be bound to (C
   * section 2).
   */
  snippets?: { scope: 'course_id' | 'module_id' | 'lesson_id' | 'community_id' | null };
}

const page = (path: string, title: string, options: Omit<Page, 'path' | 'title'>): Page => ({
  path,
  title,
  ...options,
});

/**
 * Every page of the student's site and of the management area. Router, server rendering, menus,
 * header and snippets read this table. A new page needs one entry here and a component (web,
 * app/page-components.ts). A page of students needs its source too (web, app/page-files.ts).
 */
export const pages = {
  homepage: page('/homepage', 'Início', {
    access: 'showcase',
    firstCall: 'home.show',
    menus: ['main', 'side'],
    fixedHeader: true,
    snippets: { scope: null },
  }),
  course: page('/courses/{id}', 'Curso', {
    access: 'showcase',
    firstCall: 'catalog.showCourse',
    fixedHeader: true,
    snippets: { scope: 'course_id' },
  }),
  module: page('/modulos/{id}', 'Módulo', {
    access: 'showcase',
    firstCall: 'catalog.showModule',
    fixedHeader: true,
    snippets: { scope: 'module_id' },
  }),
  lesson: page('/curso/{course}/{title}/{id}', 'Aula', {
    access: 'showcase',
    firstCall: 'catalog.showLesson',
    snippets: { scope: 'lesson_id' },
  }),
  myCourses: page('/meus-cursos', 'Meus cursos', { access: 'member', menus: ['main', 'side'] }),
  profile: page('/dashboard/profile', 'Meu perfil', {
    access: 'member',
    menus: ['side'],
    snippets: { scope: null },
  }),
  favorite: page('/favoritos', 'Favoritos', {
    access: 'member',
    menus: ['main', 'side'],
    snippets: { scope: null },
  }),
  quizzes: page('/avaliacoes', 'Avaliações', {
    access: 'member',
    menus: ['side'],
  }),
  quiz: page('/avaliacoes/{id}', 'Avaliação', { access: 'member' }),
  quizBuilder: page('/quiz', 'Avaliação', { access: 'admin' }),
  communities: page('/comunidade/explorer', 'Comunidades', {
    access: 'member',
    firstCall: 'communities.list',
    menus: ['main', 'side'],
  }),
  community: page('/comunidade/{tenant}/{id}', 'Comunidade', {
    access: 'member',
    firstCall: 'communities.show',
    snippets: { scope: 'community_id' },
  }),
  post: page('/comunidade/post/{postId}/{tenant}/{communityId}', 'Publicação', {
    access: 'member',
    firstCall: 'posts.show',
  }),
  myData: page('/perfil/dados', 'Meus dados', { access: 'member' }),
  person: page('/pessoas/{id}', 'Perfil', { access: 'member', firstCall: 'people.show' }),
  rewards: page('/perfil/recompensas', 'Recompensas', { access: 'member', menus: ['side'] }),
  points: page('/perfil/pontos', 'De onde vieram meus pontos', { access: 'member' }),
  reminders: page('/lembretes', 'Lembrete de estudo', {
    access: 'member',
    menus: ['side'],
  }),
  downloads: page('/downloads', 'Downloads', { access: 'member', menus: ['side'] }),

  live: page('/live', 'Ao vivo', { access: 'member', menus: ['side'] }),

  notifications: page('/notifications', 'Notificações', { access: 'member' }),

  search: page('/search', 'Busca', { access: 'member', snippets: { scope: null } }),
  ranking: page('/ranking', 'Ranking', { access: 'member', menus: ['side'] }),

  manageCourses: page('/gestao/cursos', 'Cursos', { access: 'admin', menus: ['management'] }),
  manageCourse: page('/gestao/cursos/{id}', 'Curso', { access: 'admin' }),
  manageLesson: page('/gestao/cursos/{id}/aulas/{lessonId}', 'Aula', { access: 'admin' }),
  manageMembers: page('/gestao/alunos', 'Pessoas', { access: 'admin', menus: ['management'] }),
  memberPoints: page('/gestao/alunos/{id}/pontos', 'Pontos', { access: 'admin' }),
  manageProducts: page('/gestao/produtos', 'Produtos', { access: 'admin', menus: ['management'] }),
  moderation: page('/gestao/moderacao', 'Moderação', { access: 'staff', menus: ['management'] }),
  manageLives: page('/gestao/aovivo', 'Ao vivo', { access: 'admin', menus: ['management'] }),
  manageMails: page('/gestao/emails', 'E-mails', { access: 'admin', menus: ['management'] }),
  manageImports: page('/gestao/importar', 'Importar', { access: 'admin', menus: ['management'] }),
  dataRequests: page('/gestao/dados', 'Dados pessoais', {
    access: 'admin',
    menus: ['management'],
  }),
  manageStorage: page('/gestao/espaco', 'Espaço', { access: 'admin', menus: ['management'] }),
  help: page('/gestao/ajuda', 'Ajuda', { access: 'admin' }),

  signIn: page('/entrar', 'Entrar', { access: 'visitor' }),
  magicLink: page('/entrar/link', 'Entrar com o link', { access: 'visitor' }),
  ownerLink: page('/entrar/comecar', 'Seu e-mail e sua senha', { access: 'visitor' }),
  confirmEmail: page('/entrar/email', 'Confirme o novo e-mail', { access: 'visitor' }),
  cancelErasure: page('/entrar/voltar', 'Cancelar a exclusão', { access: 'visitor' }),
  password: page('/entrar/senha', 'Crie sua senha', { access: 'visitor' }),
  forgotPassword: page('/entrar/esqueci', 'Nova senha', { access: 'visitor' }),

  terms: page('/termos', 'Termos de uso', { access: 'public' }),
  privacy: page('/privacidade', 'Políticas de privacidade', { access: 'public' }),
} satisfies Record<string, Page>;

/** The name of a page, a key of `pages`. */
export type PageName = keyof typeof pages;

/** Former paths. Bookmarks and old mails still lead to them. */
export const formerPaths: Readonly<Record<string, PageName>> = { '/perfil': 'profile' };

/** Forms for people who are not signed in. */
export type VisitorPageName =
  | 'signIn'
  | 'magicLink'
  | 'ownerLink'
  | 'confirmEmail'
  | 'cancelErasure'
  | 'password'
  | 'forgotPassword';
/** The legal texts, which are public. */
export type LegalPageName = 'terms' | 'privacy';

/** The names of all pages of the student site. */
export const pageNames = Object.keys(pages) as PageName[];

/** The management area: its pages have no sidebar and no bottom tabs. */
export const managementPath = '/gestao';

/** The pages of a menu, in the table's order. */
export const pagesIn = (menu: Menu) =>
  pageNames.filter((name) => pages[name].menus?.includes(menu) ?? false);

/** A page's address: `hrefOf('course', { id: 7 })` is `/courses/7`. */
export const hrefOf = (name: PageName, params: Record<string, string | number> = {}) =>
  pages[name].path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = params[param];
    if (value === undefined) throw new Error(`${name} needs ${param}`);
    return String(value);
  });

/** The page that a path names, with the values of its placeholders as text. */
export interface FoundPage {
  name: PageName;
  page: Page;
  params: Record<string, string>;
}

/** The id of the page's subject: its `{id}`, or `{postId}`. */
export const ownId = ({ params }: FoundPage) => Number(params['id'] ?? params['postId'] ?? 0);

/** The page at a path without a query; null if the table has none. */
export function pageAt(pathname: string): FoundPage | null {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { name, page: pages[name], params: { ...match.groups } };
  }
  return null;
}

/** The id that a part of an address names, for example in its query; null if it is no id. */
export const idIn = (text: string | null) =>
  text !== null && new RegExp(`^${ID}$`).test(text) ? Number(text) : null;

/** Fifteen digits at most: every one is a safe integer, which the calls take. */
const ID = '[1-9]\\d{0,14}';

const patterns = pageNames.map((name) => ({ name, pattern: patternOf(pages[name].path) }));

/** Ids are numbers; every other parameter is one segment. A trailing slash changes nothing. */
function patternOf(path: string) {
  const source = path.replace(/\{(\w+)\}/g, (_, param: string) =>
    /^(?:id|\w+Id)$/.test(param) ? `(?<${param}>${ID})` : `(?<${param}>[^/]+)`,
  );
  return new RegExp(`^${source}/?$`);
}
