import { ChannelInput, ConfigInput } from '@vitrine/contract/communities';
import { PostCommentInput, PostInput } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { addChannel } from '../features/communities/channels.store.ts';
import { addConfig, changeConfig } from '../features/communities/communities.store.ts';
import { pinPost } from '../features/posts/moderation.store.ts';
import { addComment } from '../features/posts/post-comments.store.ts';
import { addPost, changePost, likePost } from '../features/posts/posts.store.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { enqueue, task } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { viewerOf, type Members, type Who } from './demo-people.ts';
import { paint } from './paint-scene.ts';
import { scenes, type SceneName } from './scenes.ts';

const photo = { width: 1600, height: 1067 };

interface DemoPost {
  by: Who;
  /** How long before the first start it was written. */
  hours: number;
  text: string;
  title?: string;
  scenes?: SceneName[];
  pinned?: boolean;
  likedBy?: Who[];
  comments?: { by: Who; text: string; replies?: { by: Who; text: string }[] }[];
}

interface DemoChannel {
  title: string;
  description: string;
  products?: string[];
  posts: DemoPost[];
}

const channels: DemoChannel[] = [
  {
    title: 'Foto da semana',
    description: 'Tema até domingo: contraluz na rua. Até três fotos por pessoa, legenda livre.',
    posts: [
      {
        by: 'duda',
        hours: 0.6,
        text: 'Cheguei cinco minutos antes do sol encostar na serra e quase fui embora achando que não ia dar. Deu. ISO 100, f/11, e a mão gelada.',
        scenes: ['ridges', 'dew'],
        likedBy: ['ana', 'osvaldo', 'taina', 'kaue', 'julia'],
        comments: [
          {
            by: 'ana',
            text: 'A primeira é a foto. Corta um dedo de cima e me manda de novo?',
            replies: [
              { by: 'duda', text: 'Cortei. Ficou outra coisa, obrigada.' },
              { by: 'kaue', text: 'Que diferença faz um dedo.' },
            ],
          },
          { by: 'taina', text: 'De que lado da estrada você parou? Passo ali todo sábado.' },
        ],
      },
      {
        by: 'osvaldo',
        hours: 2.2,
        text: 'Comecei a fotografar aos 67. Essa é a varanda da minha filha, sete da manhã. Aceito bronca.',
        scenes: ['dew'],
        likedBy: ['ana', 'duda', 'julia'],
        comments: [{ by: 'ana', text: 'Bronca nenhuma. Repara como a luz conta a hora sozinha.' }],
      },
      {
        by: 'julia',
        hours: 27,
        text: 'Primeira vez que saímos os dois com a câmera. Ele ficou com o tripé, eu com o frio.',
        likedBy: ['taina'],
      },
    ],
  },
  {
    title: 'Boas-vindas',
    description: 'Quem chega se apresenta aqui.',
    posts: [
      {
        by: 'ana',
        hours: 400,
        title: 'Como a gente conversa aqui',
        text: 'Pergunte sem medo, responda com calma, mostre o que deu errado também.\nFoto de outra pessoa só com o nome dela. Venda fica fora dos canais.',
        pinned: true,
        likedBy: ['duda', 'taina', 'kaue', 'osvaldo'],
      },
      {
        by: 'kaue',
        hours: 50,
        text: 'Cheguei ontem. Moro em Pirenópolis, tenho uma câmera velha e pouco tempo. Por onde vocês começaram?',
        comments: [
          { by: 'taina', text: 'Pela aula do histograma. Mudou tudo para mim.' },
          { by: 'osvaldo', text: 'Pela varanda.' },
        ],
      },
    ],
  },
  {
    title: 'Dúvidas de edição',
    description: 'Mande o arquivo antes e depois, e conte o que tentou.',
    posts: [
      {
        by: 'taina',
        hours: 5,
        title: 'Céu com faixas depois de exportar',
        text: 'No programa está liso, no celular aparecem faixas. É o JPEG ou sou eu?',
        comments: [
          { by: 'ana', text: 'É o JPEG em 8 bits. Exporte com um pouco de grão e olhe de novo.' },
        ],
      },
    ],
  },
  {
    title: 'Laboratório de retrato',
    description: 'Turma do Estúdio: um retrato por semana, com leitura em grupo.',
    products: ['Plano Estúdio'],
    posts: [
      {
        by: 'julia',
        hours: 9,
        text: 'Luz de janela, fundo de lençol. O olhar saiu quando paramos de posar.',
        likedBy: ['taina', 'duda'],
      },
    ],
  },
];

/** A living community: people who talk, and one channel that a plan opens. */
export async function addDemoCommunities(
  tx: TenantTransaction,
  products: ReadonlyMap<string, number>,
  members: Members,
) {
  const club = await addConfig(
    tx,
    z.parse(ConfigInput, {
      title: 'Clube Contraluz',
      description: 'Fotos, perguntas e saídas de quem aprende a ver a luz.',
      background_color: '#4F7A28',
      upsell_text: 'Todo mês, seus retratos lidos pela Ana',
      upsell_link: 'https://contraluz.example.com/estudio',
    }),
  );
  await enqueue(tx, 'paint-demo-cover', { id: club.id });
  const staff = viewerOf(members, 'ana');
  for (const { posts, products: opens = [], ...channel } of channels) {
    const product_ids = opens.map((title) => products.get(title));
    const { id } = await addChannel(
      tx,
      staff,
      club.id,
      z.parse(ChannelInput, { ...channel, product_ids }),
    );
    for (const post of posts.toReversed()) await publish(tx, members, id, post);
  }
  await addConfig(
    tx,
    z.parse(ConfigInput, {
      title: 'Estúdio: retrato e ensaio',
      description: 'Turma fechada para quem já fotografa e quer viver disso.',
      background_color: '#002E7A',
      is_private: 1,
      product_ids: [products.get('Plano Estúdio')],
      upsell_text: 'Entre na turma Estúdio e publique com a gente',
      upsell_link: 'https://contraluz.example.com/estudio',
    }),
  );
}

async function publish(
  tx: TenantTransaction,
  members: Members,
  channelId: number,
  { by, hours, text, title, scenes: painted = [], pinned, likedBy = [], comments = [] }: DemoPost,
) {
  const viewer = (who: Who) => viewerOf(members, who);
  const input = z.parse(PostInput, { title, content: text });
  const { id } = await addPost(tx, viewer(by), channelId, input);
  for (const who of likedBy) await likePost(tx, viewer(who), id);
  if (pinned) await pinPost(tx, id);
  for (const { replies = [], ...said } of comments) {
    const write = (who: Who, content: string, parent_id: number | null) =>
      addComment(tx, viewer(who), id, z.parse(PostCommentInput, { content, parent_id }));
    const head = await write(said.by, said.text, null);
    for (const reply of replies) await write(reply.by, reply.text, head.id);
  }
  // Written a while ago, and answered an hour later at most.
  const ago = sql`now() - ${hours} * interval '1 hour'`;
  await sql`UPDATE posts SET created_at = ${ago}, active_at = ${ago} WHERE id = ${id}`.execute(
    tx.db,
  );
  await sql`
    UPDATE post_comments SET created_at = ${ago} + least(interval '1 hour', now() - (${ago})) * 0.7
    WHERE post_id = ${id}`.execute(tx.db);
  if (painted.length)
    await enqueue(tx, 'paint-demo-post', { id, memberId: members.get(by)!, scenes: painted });
}

/** Known at every start: the first one may have ended before its pictures were painted. */
export function paintDemoPosts(platform: Platform) {
  task('paint-demo-cover', async ({ tenantId, payload, database }) => {
    const cover_path = await paint(platform, tenantId, scenes.ridges, { use: 'community_cover' });
    await database.transaction(tenantId, (tx) =>
      changeConfig(tx, Number(payload['id']), z.parse(ConfigInput, { cover_path })),
    );
  });
  task('paint-demo-post', async ({ tenantId, payload, database }) => {
    const {
      id,
      memberId,
      scenes: names,
    } = payload as {
      id: number;
      memberId: number;
      scenes: SceneName[];
    };
    const attachments: { kind: 'image'; path: string }[] = [];
    for (const name of names)
      attachments.push({
        kind: 'image',
        path: await paint(platform, tenantId, scenes[name], {
          use: 'post_image',
          memberId,
          photo,
        }),
      });
    await database.transaction(tenantId, async (tx) => {
      await changePost(tx, { id: memberId, staff: false }, id, { attachments });
      await sql`UPDATE posts SET edited_at = NULL WHERE id = ${id}`.execute(tx.db);
    });
  });
}
