import * as z from 'zod/mini';
import { isBareUrl, urlFieldWithMessage } from './addresses.ts';
import { backgrounds } from './community-backgrounds.ts';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  id,
  ids,
  listOf,
  message,
  pageNumber,
  pageOf,
  pathFlag,
  requiredText,
  route,
  saved,
  searchText,
  time,
  trimmedText,
} from './core.ts';
import { messages as common } from './messages.ts';
import { recordOf } from './record-of.ts';
import { color, image, nullIsBlank, plainText, version } from './settings-values.ts';
import { fontNames, type Font } from './site.ts';
import { imagePart } from './uploads.ts';

/** A section 9. */
export const limits = {
  title: 50,
  description: 500,
  upsellText: 50,
  /** Ours: the text of the legacy sales button. */
  buttonText: 255,
  links: 10,
  /** Ours. */
  channelTitle: 50,
  channelDescription: 200,
  channels: 100,
  perSchool: 500,
} as const;

/** A sections 5 and 8. The texts are exact, because people read them. */
export const messages = {
  created: 'Comunidade criada com sucesso.',
  updated: 'Comunidade atualizada com sucesso.',
  configSaved: 'Alterações salvas com sucesso',
  removed: 'Comunidade excluída com sucesso.',
  ordered: 'Ordem das comunidades atualizada com sucesso.',
  activated: 'Comunidade ativada.',
  deactivated: 'Comunidade desativada.',
  isActive: 'A comunidade está ativa',
  isInactive: 'A comunidade está inativa',
  allActivated: 'Comunidades ativadas',
  allDeactivated: 'Comunidades desativadas',
  pageChanged: 'Status de exibição atualizado com sucesso.',
  mediaChanged: 'Status atualizado com sucesso!',

  titleRequired: 'O nome da comunidade é obrigatório',
  titleTooLong: 'O nome da comunidade deve ter no máximo 50 caracteres',
  descriptionTooLong: 'A descrição não pode ter mais de 500 caracteres',
  upsellTextRequired: 'O texto de upsell é obrigatório',
  upsellLinkRequired: 'O link de upsell é obrigatório',
  productRequired: 'A comunidade precisa ter pelo menos um produto ativo',
  noProduct: 'Selecione ao menos um produto!',
  tooMany: 'Uma escola pode ter no máximo 500 comunidades.',
  /** Ours. */
  buttonTooLong: 'O texto do botão deve ter no máximo 255 caracteres.',
  linkTitleTooLong: 'O título do link deve ter no máximo 50 caracteres.',
  tooManyLinks: 'Uma comunidade pode ter no máximo 10 links.',

  changeFailed: 'Não foi possível realizar a alteração! Tente novamente.',
  removeFailed: 'Não foi possível excluir a comunidade! Tente novamente.',
  /** For a community that is gone: a second try would fail too. */
  alreadyRemoved: 'Não foi possível excluir a comunidade!',
  createFailed: 'Falha ao criar a comunidade! Tente novamente.',
  orderFailed: common.orderFailed,
  activateFailed: 'Falha ao ativar a comunidade! Tente novamente.',
  deactivateFailed: 'Falha ao desativar a comunidade! Tente novamente.',
  updateFailed: 'Falha ao atualizar a comunidade! Tente novamente.',
  actionFailed: 'Falha ao realizar a ação! tente novamente.',
  setActiveFailed: 'Não foi possível ativar a comunidade',
  setInactiveFailed: 'Não foi possível inativar a comunidade',
  saveFailed: 'Erro ao salvar as alterações',

  /** Ours. */
  channelRequired: 'O nome do canal é obrigatório',
  channelTooLong: 'O nome do canal deve ter no máximo 50 caracteres',
  channelDescriptionTooLong: 'A descrição do canal deve ter no máximo 200 caracteres',
  tooManyChannels: 'Uma comunidade pode ter no máximo 100 canais.',
  noAccess: 'Você ainda não tem acesso a esta comunidade.',
} as const;

/** A section 3, Preset cover colours. The last choice of the grid is a free picker. */
export const coverColors = [
  '#831100',
  '#FF2600',
  '#FF9300',
  '#FFFB00',
  '#4F7A28',
  '#00F900',
  '#5E30EB',
  '#FF40FF',
  '#002E7A',
  '#00C7FC',
  '#919191',
  '#AA7942',
  '#121212',
] as const;
/** A section 3, Preset cover colours. */
export const defaultCoverColor = '#121212';
/** A section 4: the title of a new community in the new form. */
export const defaultTitle = 'Comunidade';

/** The eight content flags, with their names in answers. */
export const contentFlags = [
  'publications',
  'comments',
  'likes',
  'text',
  'files',
  'videos',
  'images',
  'carousels',
] as const;
/** A kind of content that the legacy form switches. */
export type ContentFlag = (typeof contentFlags)[number];

// Input -----------------------------------------------------------------------------------------

const title = requiredText(limits.title, messages.titleRequired, messages.titleTooLong);
const description = plainText(limits.description, messages.descriptionTooLong);

const link = urlFieldWithMessage(common.invalidLink);

/** An address from the legacy form, which sends it without a scheme (A section 2). */
const salesUrl = z.pipe(
  z.pipe(
    z.nullable(z.string().check(z.trim())),
    z.transform((text): string | null => withScheme(text ?? '')),
  ),
  link,
);
const withScheme = (text: string) => {
  const bare = text.replace(/^https?:\/\//i, '');
  return bare && !bare.startsWith('/') && isBareUrl(bare) ? `https://${bare}` : bare;
};

const colorOrNone = z.pipe(z.string(), z.union([z.literal(''), color]));
const preset = z
  .string()
  .check(
    z.refine(
      (path: string) => path === '' || backgrounds.some((one) => one.image === path),
      common.invalid,
    ),
  );
const font: z.ZodMiniType<Font | '', string> = z.pipe(
  z.string(),
  z.union([z.literal(''), z.enum(fontNames)]),
);

/**
 * The kinds of post that students may publish. The server reads `publication` as `publications` and
 * `allow_files` as `files`.
 */
const flagsInput = {
  publication: z.optional(flag),
  publications: z.optional(flag),
  comments: z.optional(flag),
  likes: z.optional(flag),
  text: z.optional(flag),
  allow_files: z.optional(flag),
  files: z.optional(flag),
  videos: z.optional(flag),
  images: z.optional(flag),
  carousels: z.optional(flag),
};

const permissions = z.pipe(
  z
    .array(z.unknown(), messages.noProduct)
    .check(z.minLength(1, { error: messages.noProduct, abort: true })),
  ids,
);

const legacy = {
  title,
  description: z.optional(description),
  background_color: z.optional(nullIsBlank(preset)),
  primary_text_color: z.optional(nullIsBlank(colorOrNone)),
  secondary_text_color: z.optional(nullIsBlank(colorOrNone)),
  shadow_color: z.optional(nullIsBlank(colorOrNone)),
  font_family: z.optional(nullIsBlank(font)),
  button_sales_text: z.optional(plainText(limits.buttonText, messages.buttonTooLong)),
  sales_url: z.optional(salesUrl),
  show_ranking: z.optional(flag),
  show_continue_watching: z.optional(flag),
  ...flagsInput,
  links: z.optional(
    z.nullable(
      z
        .array(
          z.object({
            title: requiredText(limits.title, common.required, messages.linkTitleTooLong),
            url: z.pipe(
              salesUrl,
              z.string(common.invalidLink).check(z.minLength(1, common.invalidLink)),
            ),
          }),
        )
        .check(z.maxLength(limits.links, messages.tooManyLinks)),
    ),
  ),
  permissions_array: permissions,
};

/**
 * The create payload of A section 7. `principal` is ignored: the first community is the main one.
 */
export const LegacyInput = body(legacy);
export type LegacyInput = z.output<typeof LegacyInput>;
const LegacyChange = body({ ...legacy, id, version });

const MediaInput = body({ ...flagsInput, id });

const PlansInput = body({ community_id: id, permissions_array: permissions });

/**
 * The new form. The server requires upsell and products while the community is private (A section
 * 5).
 */
const config = {
  title: z.optional(title),
  description: z.optional(description),
  background_color: z.optional(color),
  is_private: z.optional(flag),
  hide_channels_groups: z.optional(flag),
  has_ranking: z.optional(flag),
  has_continue_watching: z.optional(flag),
  product_ids: z.optional(ids),
  upsell_text: z.optional(plainText(limits.upsellText, messages.titleTooLong)),
  upsell_link: z.optional(link),
  /** The path of the cover; empty or null removes it. The file part `cover` replaces it. */
  cover_path: z.optional(image),
};
interface SentConfig {
  is_private?: unknown;
  upsell_text?: unknown;
  upsell_link?: unknown;
  product_ids?: unknown;
}

const isBlank = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);
const isBlankOrMissing = (value: unknown) => value === undefined || isBlank(value);

/** Runs beside the errors of other fields, so that the answer names all of them. */
const needsWhilePrivate = (isLacking: (value: unknown) => boolean) =>
  (
    [
      ['upsell_text', messages.upsellTextRequired],
      ['upsell_link', messages.upsellLinkRequired],
      ['product_ids', messages.productRequired],
    ] as const
  ).map(([field, error]) =>
    z.refine<SentConfig>((sent) => sent.is_private !== true || !isLacking(sent[field]), {
      path: [field],
      error,
      when: () => true,
    }),
  );

/**
 * A section 3, new config form. Upsell and products are required while `is_private` is on. A missing
 * field keeps its value, so only the server can judge it.
 */
export const ConfigInput = body({ ...config, version }).check(...needsWhilePrivate(isBlank));
export type ConfigInput = z.output<typeof ConfigInput>;

const NewConfigInput = body(config).check(...needsWhilePrivate(isBlankOrMissing));

const channelTitle = requiredText(
  limits.channelTitle,
  messages.channelRequired,
  messages.channelTooLong,
);
const channelDescription = trimmedText(
  limits.channelDescription,
  messages.channelDescriptionTooLong,
);
/** A new channel of a community (contract, decision 2). It goes behind the last one. */
export const ChannelInput = body({
  title: channelTitle,
  description: z.optional(channelDescription),
  /** Empty: open to all members of the community. */
  product_ids: z._default(ids, []),
});
export type ChannelInput = z.output<typeof ChannelInput>;
/** A missing field keeps its value. */
export const ChannelPatch = body({
  title: z.optional(channelTitle),
  description: z.optional(channelDescription),
  product_ids: z.optional(ids),
  /**
   * The position among the channels of the community, from 1. A larger number means the last
   * position.
   */
  order: z.optional(z.int(common.invalid).check(z.minimum(1, common.invalid))),
  version,
});
export type ChannelPatch = z.output<typeof ChannelPatch>;

const status = { status: pathFlag };

// Answers ----------------------------------------------------------------------------------------

/** A locked community reveals only its title, its cover and how to get access. */
export const CommunitySummary = z.object({
  id: z.int(),
  title: z.string(),
  tenant_id: z.int(),
  active: flagAnswer,
  principal: flagAnswer,
  order: z.int(),
  is_private: flagAnswer,
  locked: z.boolean(),
  cover_path: z.nullable(z.string()),
  cover_color: z.string(),
  background_color: z.string(),
  /** Number of channels. Null for students, because some channels may be hidden from them. */
  channels: z.nullable(z.int()),
});
export type CommunitySummary = z.output<typeof CommunitySummary>;

const Plan = z.object({ plan_id: z.int(), plan_details: z.object({ title: z.string() }) });
const ContentFlags = z.object({
  publications: flagAnswer,
  comments: flagAnswer,
  likes: flagAnswer,
  text: flagAnswer,
  files: flagAnswer,
  allow_files: flagAnswer,
  videos: flagAnswer,
  images: flagAnswer,
  carousels: flagAnswer,
});
const Flags = z.object({ id: z.int(), ...ContentFlags.shape });

const CommunityLink = z.object({ title: z.string(), url: z.string() });

/** A section 3, Community (legacy form). */
export const LegacyCommunity = z.object({
  id: z.int(),
  tenant_id: z.int(),
  title: z.string(),
  description: z.string(),
  background_color: z.string(),
  primary_text_color: z.string(),
  secondary_text_color: z.string(),
  shadow_color: z.string(),
  font_family: z.string(),
  button_sales_text: z.string(),
  sales_url: z.string(),
  active: flagAnswer,
  principal: flagAnswer,
  is_private: flagAnswer,
  show_ranking: flagAnswer,
  show_continue_watching: flagAnswer,
  order: z.int(),
  links: listOf(CommunityLink),
  version: z.int(),
  plans_with_access: listOf(Plan),
  ...ContentFlags.shape,
});
export type LegacyCommunity = z.output<typeof LegacyCommunity>;

const Product = z.object({ id: z.int(), title: z.string(), status: z.string() });

/** A section 3, Community (new config form). */
export const CommunityConfig = z.object({
  id: z.int(),
  cover_path: z.nullable(z.string()),
  background_color: z.string(),
  title: z.string(),
  description: z.string(),
  is_private: flagAnswer,
  hide_channels_groups: flagAnswer,
  has_ranking: flagAnswer,
  has_continue_watching: flagAnswer,
  product_ids: listOf(z.string()),
  upsell_text: z.string(),
  upsell_link: z.nullable(z.string()),
  isActive: flagAnswer,
  version: z.int(),
  /** The products of `product_ids`, with their titles. */
  products: listOf(Product),
});
export type CommunityConfig = z.output<typeof CommunityConfig>;

const Settings = z.object({
  active: flagAnswer,
  show_communities_page: flagAnswer,
  /** Whether this school edits by the legacy form (contract, decision 1). */
  legacy_form: flagAnswer,
});

/** A channel for the viewer. */
export const Channel = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  order: z.int(),
  locked: z.boolean(),
  /** New posts since the viewer's last visit, at most 100; 0 if the channel is locked. */
  unread: z.int(),
  /**
   * Open to chosen products only. It stays restricted after the last of these products is deleted.
   */
  restricted: z.boolean(),
  /**
   * The products that open the channel, by title, so that the viewer knows what a lock needs.
   * Inactive products open nothing; only staff get them, because staff choose the products.
   */
  products: listOf(z.object({ id: z.int(), title: z.string() })),
  version: z.int(),
});
export type Channel = z.output<typeof Channel>;

const Upsell = z.object({ text: z.string(), link: z.nullable(z.string()) });

/**
 * A community for the viewer. A locked one reveals only its title, its cover and how to get access.
 */
export const Community = z.object({
  id: z.int(),
  tenant_id: z.int(),
  title: z.string(),
  description: z.string(),
  cover_path: z.nullable(z.string()),
  cover_color: z.string(),
  background_color: z.string(),
  primary_text_color: z.string(),
  secondary_text_color: z.string(),
  shadow_color: z.string(),
  font_family: z.string(),
  active: flagAnswer,
  principal: flagAnswer,
  order: z.int(),
  is_private: flagAnswer,
  hide_channels_groups: flagAnswer,
  has_ranking: flagAnswer,
  has_continue_watching: flagAnswer,
  locked: z.boolean(),
  /** Number of people who may enter. Null in lists, and for viewers who may not. */
  members_count: z.nullable(z.int()),
  upsell: z.nullable(Upsell),
  links: listOf(CommunityLink),
  channels: listOf(Channel),
  /** The kinds of post that the viewer may publish here. Staff may publish everything. */
  may: z.object(recordOf(contentFlags, () => z.boolean())),
  /** The viewer may read but not write. A null `silenced_until` means without end. */
  silenced: z.boolean(),
  silenced_until: z.nullable(time),
  /** The viewer knows of another community too. */
  has_others: z.boolean(),
});
export type Community = z.output<typeof Community>;

const Contents = z.object({
  channels: z.int(),
  posts: z.int(),
  comments: z.int(),
});
/** The numbers of what is deleted with a community or a channel. */
export type CommunityContents = z.output<typeof Contents>;

const admin = { access: 'admin', source: 'A' } as const;
const adminOurs = { access: 'admin', source: 'contract' } as const;
const memberV1 = { access: 'member', source: 'v1' } as const;

/** A section 7 and contract, Communities. The legacy and the new form share one community. */
export const communities = {
  index: route('GET', '/api/auth/community/index/{tenant}', {
    access: 'member',
    source: 'contract',
    answer: listOf(CommunitySummary),
  }),
  details: route('GET', '/api/auth/community/get-details/{tenant}/{communityId}', {
    access: 'member',
    source: 'A',
    answer: dataOf(LegacyCommunity),
  }),
  create: route('POST', '/api/auth/community/create', {
    ...adminOurs,
    status: 201,
    body: LegacyInput,
    answer: saved(LegacyCommunity),
  }),
  addPlans: route('POST', '/api/auth/community/add-plans', {
    ...admin,
    body: PlansInput,
    answer: saved(z.object({ plans_with_access: listOf(Plan) })),
  }),
  removePlans: route('POST', '/api/auth/community/remove-plans', {
    ...admin,
    body: PlansInput,
    answer: saved(z.object({ plans_with_access: listOf(Plan) })),
  }),
  toggle: route('PUT', '/api/auth/community/toggle-status/{tenant}/{communityId}/{status}', {
    ...admin,
    params: status,
    answer: saved(z.object({ id: z.int(), active: flagAnswer })),
  }),
  update: route('PUT', '/api/auth/community/edit-community', {
    ...admin,
    body: LegacyChange,
    answer: saved(LegacyCommunity),
  }),
  updateMedia: route('PUT', '/api/auth/community/edit-content-media', {
    ...admin,
    body: MediaInput,
    answer: saved(Flags),
  }),
  remove: route('DELETE', '/api/auth/community/delete/{tenant}/{communityId}', {
    ...admin,
    answer: message,
  }),
  order: route('POST', '/api/auth/community/reorder', {
    ...adminOurs,
    body: body({
      order: z.array(z.object({ id, order: z.int() })).check(z.maxLength(10_000)),
    }),
    answer: message,
  }),
  settings: route('GET', '/api/auth/community/settings/{tenant}', {
    access: 'member',
    source: 'contract',
    answer: dataOf(Settings),
  }),
  toggleAll: route('PUT', '/api/auth/community/settings/toggle-communities/{tenant}/{status}', {
    ...adminOurs,
    params: status,
    answer: saved(z.object({ active: flagAnswer, version: z.int() })),
  }),
  togglePage: route('PUT', '/api/auth/community/settings/toggle-page/{tenant}/{status}', {
    ...adminOurs,
    params: status,
    answer: saved(z.object({ show_communities_page: flagAnswer, version: z.int() })),
  }),
  config: route('GET', '/api/auth/v2/community/config/{tenant}/{communityId}', {
    ...adminOurs,
    answer: dataOf(CommunityConfig),
  }),
  createConfig: route('POST', '/api/auth/v2/community/config/{tenant}', {
    ...adminOurs,
    status: 201,
    body: NewConfigInput,
    files: { cover: imagePart },
    answer: saved(CommunityConfig),
  }),
  updateConfig: route('PUT', '/api/auth/v2/community/config/{tenant}/{communityId}', {
    ...adminOurs,
    body: ConfigInput,
    files: { cover: imagePart },
    answer: saved(CommunityConfig),
  }),
  setActive: route('PUT', '/api/auth/v2/community/active/{tenant}/{communityId}/{status}', {
    ...adminOurs,
    params: status,
    answer: saved(z.object({ id: z.int(), isActive: flagAnswer })),
  }),
  products: route('GET', '/api/auth/v2/community/products/{tenant}', {
    ...adminOurs,
    query: z.object({ search: searchText, page: pageNumber }),
    answer: pageOf(Product),
  }),

  list: route('GET', '/api/v1/communities', { ...memberV1, answer: listOf(Community) }),
  show: route('GET', '/api/v1/communities/{id}', { ...memberV1, answer: dataOf(Community) }),
  /** The numbers of what the community holds. The dialog shows them before deletion. */
  contents: route('GET', '/api/v1/communities/{id}/contents', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(Contents),
  }),
  createChannel: route('POST', '/api/v1/communities/{id}/channels', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: ChannelInput,
    answer: dataOf(Channel),
  }),
  updateChannel: route('PATCH', '/api/v1/channels/{id}', {
    access: 'admin',
    source: 'v1',
    body: ChannelPatch,
    answer: dataOf(Channel),
  }),
  removeChannel: route('DELETE', '/api/v1/channels/{id}', {
    access: 'admin',
    source: 'v1',
    status: 204,
  }),
  channelContents: route('GET', '/api/v1/channels/{id}/contents', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(Contents),
  }),
};
