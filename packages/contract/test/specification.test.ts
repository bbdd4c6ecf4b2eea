import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as appearance from '../src/appearance.ts';
import { backgrounds, noBackground } from '../src/backgrounds.ts';
import * as bannerSettings from '../src/banner-settings.ts';
import * as banners from '../src/banners.ts';
import * as carousels from '../src/carousels.ts';
import * as communities from '../src/communities.ts';
import { backgrounds as communityBackgrounds } from '../src/community-backgrounds.ts';
import * as core from '../src/core.ts';
import * as customHtml from '../src/custom-html.ts';
import * as customLinks from '../src/custom-links.ts';
import * as footer from '../src/footer.ts';
import { animations, PRODUCT_NAME_LENGTH } from '../src/gamification.ts';
import { languages } from '../src/languages.ts';
import * as lessonPage from '../src/lesson-page.ts';
import * as levels from '../src/levels.ts';
import * as lives from '../src/lives.ts';
import * as loginPage from '../src/login-page.ts';
import * as marquees from '../src/marquees.ts';
import * as me from '../src/me.ts';
import { messages as common, tryLater } from '../src/messages.ts';
import * as notifications from '../src/notifications.ts';
import * as platformInfo from '../src/platform-info.ts';
import * as points from '../src/points.ts';
import * as posts from '../src/posts.ts';
import * as privacy from '../src/privacy.ts';
import * as quizzes from '../src/quizzes.ts';
import { NEIGHBOURS } from '../src/ranking.ts';
import { ReminderInput } from '../src/reminders.ts';
import * as rewards from '../src/rewards.ts';
import * as sessions from '../src/sessions.ts';
import * as showcase from '../src/showcase.ts';
import { fonts } from '../src/site.ts';
import { pageKinds } from '../src/snippet-pages.ts';
import { limits as uploads, messages as uploadMessages } from '../src/uploads.ts';

// The fixed values of the specification, as it states them. The other tests read limits and texts
// from the contract, so they do not notice a change.

const MB = 1_048_576;

describe('limits', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['custom links', customLinks.limits, { perSchool: 3 }],
    ['communities', communities.limits, { title: 50, description: 500, upsellText: 50 }],
    ['platform info', platformInfo.limits, { name: 191, description: 191 }],
    [
      'login page',
      loginPage.limits,
      {
        opacityStep: 10,
        zoom: [1, 50],
        crop: { login_banner: [1920, 1080], login_banner_vertical: [1080, 1920] },
      },
    ],
    ['rewards', rewards.limits, { name: 150, description: 250 }],
    ['levels', levels.limits, { name: 32, nameOnEdit: 150 }],
    ['marquees', marquees.limits, { timer: { min: 10, max: 150, start: 40 }, listed: 32 }],
    ['banners', banners.limits, { description: 250, weight: [100, 900] }],
    ['banner settings', bannerSettings.limits, { time: [1, 60], defaultTime: 5 }],
    ['custom HTML', customHtml.limits, { title: 50, listed: 25 }],
    ['appearance', appearance.limits, { overlay: 100, shadow: 64 }],
    [
      'carousels',
      carousels.limits,
      { titleMin: 3, sizeMin: 8, sizeMax: 40, autoplayMin: 1, autoplayMax: 10 },
    ],
    ['notifications', notifications.limits, { page: 10, badge: 9 }],
    [
      'uploads',
      uploads,
      {
        image: 15 * MB,
        badge: 1 * MB,
        bannerVideo: 25 * MB,
        pixels: 40_000_000,
        frames: 200,
        putMinutes: 10,
        signedMinutes: 10,
      },
    ],
    ['points', points.limits, { previewDays: 365 }],
    ['posts', posts.limits, { pinned: 3, restoreDays: 30, page: 20 }],
    ['profiles', me.limits, { name: 120, bio: 500 }],
    ['erasures', privacy.limits, { erasureDays: 7 }],
    ['sign-in links', sessions.limits, { linkMinutes: 10 }],
  ])('of %s', (_name, limits, specified) => expect(limits).toMatchObject(specified));

  test('of bodies, quizzes, the ranking and product names', () => {
    expect(core.MAX_PUBLIC_BODY_BYTES).toBe(65_536);
    expect(core.MAX_BODY_BYTES).toBe(MB);
    expect(quizzes.GRACE_SECONDS).toBe(2);
    expect(NEIGHBOURS).toBe(5);
    expect(PRODUCT_NAME_LENGTH).toBe(35);
  });
});

describe('times', () => {
  test('of caches, polls, retries, toasts and redirects', () => {
    expect(core.freshness).toEqual({ hour: 3_600_000, halfHour: 1_800_000, poll: 300_000 });
    expect(core.RETRY_DELAY_MS).toBe(3_000);
    expect(core.noRetryStatuses).toEqual([401, 403, 404, 500]);
    expect(appearance.TOAST_MS).toBe(3_000);
    expect(appearance.REDIRECT_HOME_MS).toBe(1_000);
  });
});

describe('choices', () => {
  test('of colours, fonts, backgrounds and languages', () => {
    expect(communities.coverColors).toEqual(
      '#831100 #FF2600 #FF9300 #FFFB00 #4F7A28 #00F900 #5E30EB #FF40FF #002E7A #00C7FC #919191 #AA7942 #121212'.split(
        ' ',
      ),
    );
    expect(Object.keys(fonts).toSorted()).toEqual(
      ['Poppins', 'Inter', 'Aboreto', 'Roboto', 'Open Sans', 'Lato', 'Montserrat', 'Oswald'].sort(),
    );
    expect(appearance.fontLabels).toEqual({ Inter: 'Similar Helvetica' });
    expect([backgrounds.length, communityBackgrounds.length]).toEqual([17, 17]);
    expect(noBackground).toBe('#000000');
    expect(languages.toSorted()).toEqual(['en', 'es', 'pt']);
  });

  test('of the login page and the lesson page', () => {
    expect(loginPage.themes.map(({ id, label }) => [id, label])).toEqual([
      [1, 'Degradê'],
      [2, 'Monocromático'],
      [3, 'Glassmophirsm efeito-vidro'],
    ]);
    expect(loginPage.placements.map(({ id, label }) => [id, label])).toEqual([
      ['left', 'Esquerda'],
      ['center', 'Centro'],
      ['right', 'Direita'],
    ]);
    expect(loginPage.defaultText).toBe('Faça login');
    expect(lessonPage.templates.map(({ id, label }) => [id, label])).toEqual([
      [1, 'Lista'],
      [2, 'Sequência'],
      [3, 'Tela cheia'],
    ]);
  });

  test('of carousels and banners', () => {
    expect(carousels.weights).toEqual([100, 300, 400, 500, 700, 900]);
    expect(carousels.cardTypes).toEqual({
      Regular: ['horizontal', 'vertical', 'square', 'circle'],
      Destacado: ['biggerImage', 'fullImage'],
    });
    expect(carousels.typeContents).toEqual({
      1: [''],
      2: ['onlyModules', 'getCourseModules'],
      3: ['onlyClasses', 'getModuleClasses'],
    });
    expect(carousels.systemTypes).toEqual(['5', '6', '7', '8', '9']);
    expect(carousels.systemFlags).toEqual({
      show_carrousel_continue_course: '5',
      show_carrousel_continue_module: '6',
      show_carrousel_continue_class: '7',
      show_carrousel_highlight: '8',
    });
    expect(banners.defaults).toEqual({ weight: 400, size: 16 });
    expect(bannerSettings.transitions).toEqual(['normal', 'fade']);
    expect(appearance.recommended).toEqual({
      logo_square: [200, 200],
      logo_horizontal: [480, 260],
      favicon: [32, 32],
    });
  });

  test('of gamification', () => {
    expect(animations).toEqual(
      'none levelUpGold levelUpSilver levelUpBronze silverMedal reward parabens trofeu trofeu2 trofeu3 rocket congratulation1'.split(
        ' ',
      ),
    );
    expect(points.platformActions.toSorted()).toEqual(
      'comment_class finish_class finish_course finish_module like_class login watch_class'.split(
        ' ',
      ),
    );
    expect(points.communityFields).toEqual({
      post: 'score_posts',
      comment: 'score_comments',
      reply: 'score_replies',
      like: 'score_likes',
    });
    expect(marquees.nameVariable).toBe('$nome_aluno');
  });

  test('of custom HTML: the pages, and what narrows each', () => {
    expect(pageKinds).toEqual(
      'homepage course module lesson community favorite product profile search'.split(' '),
    );
    expect(customHtml.scopesOf).toEqual({
      homepage: [],
      course: ['course_id'],
      module: ['course_id', 'module_id'],
      lesson: ['course_id', 'module_id', 'lesson_id'],
      community: ['community_id'],
      favorite: [],
      product: [],
      profile: [],
      search: [],
    });
  });

  test('of notifications, and their switches', () => {
    expect(notifications.notificationTypes).toEqual(
      expect.arrayContaining(
        'doubt community_post community_comment community_like community_reply points'.split(' '),
      ),
    );
    expect(notifications.preferenceKinds.toSorted()).toEqual(['comment', 'like', 'post', 'reply']);
    expect(notifications.preferenceOfEvent).toMatchObject({
      doubt_asked: 'comment',
      doubt_answered: 'reply',
      post: 'post',
      post_like: 'like',
      comment: 'comment',
      comment_like: 'like',
      reply: 'reply',
      post_removed: null,
      points: null,
      reward: null,
      level: null,
    });
  });
});

describe('defaults', () => {
  const parsed = (schema: z.ZodMiniType, input: object) => z.parse(schema, input);

  test('of a quiz', () =>
    expect(parsed(quizzes.QuizInput, { name: 'Luz' })).toMatchObject({
      type: 'comun',
      goal: 70,
      published: false,
      repeat: false,
      stopwatch: false,
      time_limit: null,
    }));

  test('of a marquee, a member, a level and a preview of points', () => {
    expect(parsed(marquees.MarqueeInput, { text: 'Olá', product_id: 1 })).toMatchObject({
      timer: 40,
      url: null,
    });
    expect(parsed(levels.LevelInput, { name: 'Ouro' })).toMatchObject({ needed_score: 0 });
    expect(parsed(points.points.preview.body!, { custom_name: 'XP' })).toMatchObject({ days: 30 });
  });

  test('of reminders: a day named twice is kept once', () =>
    expect(
      parsed(ReminderInput, { title: 'Luz', weekdays: [6, 0, 6], time: '08:30' }),
    ).toMatchObject({ weekdays: [0, 6] }));

  test('of a live without an end', () =>
    expect(
      lives.endOfLive({ starts_at: '2026-11-24T10:00:00Z', ends_at: null }) -
        Date.parse('2026-11-24T10:00:00Z'),
    ).toBe(12 * 3_600_000));
});

describe('texts', () => {
  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'all domains',
      common,
      {
        created: 'Criado com sucesso',
        saved: 'Dados salvos com sucesso.',
        removed: 'Exclusão realizada.',
        ordered: 'Ordem atualizada com sucesso.',
        orderFailed: 'Não foi possível atualizar a ordem! Tente novamente.',
        required: 'Campo obrigatório',
        invalidLink: 'Link inválido',
        tooLarge: 'O arquivo excede o tamanho máximo permitido.',
      },
    ],
    [
      'communities',
      communities.messages,
      {
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
        changeFailed: 'Não foi possível realizar a alteração! Tente novamente.',
        removeFailed: 'Não foi possível excluir a comunidade! Tente novamente.',
        alreadyRemoved: 'Não foi possível excluir a comunidade!',
        createFailed: 'Falha ao criar a comunidade! Tente novamente.',
        activateFailed: 'Falha ao ativar a comunidade! Tente novamente.',
        deactivateFailed: 'Falha ao desativar a comunidade! Tente novamente.',
        updateFailed: 'Falha ao atualizar a comunidade! Tente novamente.',
        actionFailed: 'Falha ao realizar a ação! tente novamente.',
        setActiveFailed: 'Não foi possível ativar a comunidade',
        setInactiveFailed: 'Não foi possível inativar a comunidade',
        saveFailed: 'Erro ao salvar as alterações',
      },
    ],
    ['second lines', tryLater, { [communities.messages.saveFailed]: 'Tente novamente mais tarde' }],
    [
      'custom links',
      customLinks.messages,
      {
        created: 'Link criado com sucesso',
        updated: 'Link atualizado com sucesso',
        removed: 'Link excluído com sucesso',
        createFailed: 'Falha ao criar novo link',
        blank: 'Valor do campo inválido',
        bothBlank: 'Valores dos campos inválidos',
        limit: 'Você pode criar no máximo 3 (três) links',
      },
    ],
    [
      'the footer',
      footer.messages,
      { saved: 'Dados salvos com sucesso.', failed: 'Falha ao atualizar os dados do footer.' },
    ],
    [
      'platform info',
      platformInfo.messages,
      {
        saved: 'Dados alterados com sucesso!',
        failed: 'Não foi possível atualizar os dados',
        nameRequired: 'Campo "Nome da plataforma" obrigatório!',
        nameTooLong: 'O nome deve ter no máximo 191 caracteres.',
        descriptionTooLong: 'A descrição deve ter no máximo 191 caracteres.',
      },
    ],
    [
      'the login page',
      loginPage.messages,
      {
        saved: 'Configurações salvas com sucesso!',
        failed: 'Erro ao salvar as novas configurações da página de login',
        untitledButton: 'Botão sem título',
        untitledButtonHelp: 'Adicione um titulo para o botão personalizado',
        buttonWithoutLink: 'Botão sem link',
        buttonWithoutLinkHelp: 'Adicione o link para o botão personalizado',
      },
    ],
    [
      'quizzes',
      quizzes.messages,
      {
        created: 'Avaliação criada com sucesso',
        updated: 'Avaliação editada com sucesso!',
        createFailed: 'Ocorreu um erro ao criar avaliação',
        removeFailed: 'Não foi possivel excluir avaliação',
        timeLimit: 'Adicione um tempo limite valido!',
      },
    ],
    [
      'levels',
      levels.messages,
      {
        required: 'Obrigatório',
        created: 'Novo nível criado.',
        createFailed: 'Falha ao deletar o Nível, tente novamente.',
        updated: 'Nível atualizado com sucesso.',
        updateFailed: 'Falha ao atualizar o nível! Tente novamente.',
        removed: 'Nível excluído com sucesso.',
        removeFailed: 'Falha ao deletar o Nível, tente novamente.',
        imageTooLarge: 'O arquivo excede o tamanho máximo permitido de 1MB.',
      },
    ],
    [
      'points',
      points.messages,
      {
        required: 'Obrigatório',
        created: 'Pontuação criada com sucesso.',
        updated: 'Pontuação atualizada com sucesso.',
        productRemoved: 'Produto excluído das permissões',
      },
    ],
    [
      'rewards',
      rewards.messages,
      {
        created: 'Recompensa criada com sucesso.',
        updated: 'Recompensa atualizada com sucesso.',
        removed: 'Recompensa excluída com sucesso.',
        wrongLink: 'Valor inválido, corrija e tente novamente',
      },
    ],
    [
      'marquees',
      marquees.messages,
      {
        created: 'Letreiro salvo com sucesso.',
        createFailed: 'Error ao criar o letreiro',
        updated: 'Letreiro atualizado com sucesso.',
        updateFailed: 'Error ao atualizar o letreiro',
        removed: 'Exclusão realizada.',
        removeFailed: 'Houve um erro ao tentar excluir o letreiro.',
        textRequired: 'O texto do letreiro é obrigatório',
        url: 'Insira uma URL válida',
        productRequired: 'Por favor, selecione um produto',
        taken: 'Já existe um letreiro definido para este produto. Selecione outro produto',
        soon: 'Novas atualizações em breve',
      },
    ],
    [
      'the lesson page',
      lessonPage.messages,
      {
        loadFailed: 'Erro ao carregar o status',
        commentsSaved: 'Configuração de comentários atualizada',
        commentsFailed: 'Não foi possível completar essa ação, tente novamente!',
        templateSaved: 'Template alterado com sucesso',
        templateFailed: 'Falha ao alterar o template, tente novamente',
      },
    ],
    [
      'banners',
      banners.messages,
      {
        created: 'Banner criado com sucesso!',
        updated: 'Banner atualizado com sucesso!',
        removed: 'O banner foi deletado',
        descriptionTooLong: 'A descrição do banner é maior do que o limite de 250',
      },
    ],
    [
      'banner settings',
      bannerSettings.messages,
      {
        saved: 'Dados salvos com sucesso',
        failed: 'Erro ao atualizar configurações do banner',
      },
    ],
    ['uploads', uploadMessages, { bannerVideoTooLarge: 'O tamanho limite para esse video é 25mb' }],
    [
      'appearance',
      appearance.messages,
      {
        saved: 'Dados alterados com sucesso',
        courseIndicator: 'Indicador de curso atualizado!',
        moduleIndicator: 'Indicador de módulo atualizado!',
        saveFailed: 'Houve um problema ao alterar os dados da plataforma',
        switchFailed: 'Não foi possível salvar esta configuração',
      },
    ],
    [
      'the showcase',
      showcase.messages,
      { blockedFailed: 'Falha ao tentar Atualizar o status! tente novamente mais tarde' },
    ],
    [
      'carousels',
      carousels.messages,
      {
        created: 'Carrossel criado com sucesso!',
        updated: 'Carrossel atualizado com sucesso!',
        removed: 'Carrossel deletado com sucesso',
        untitled: 'O carrossel não pode ser criado sem título!',
        titleTooShort: 'O nome do carrossel deve ter no mínimo 3 caracteres.',
        typeRequired: 'Selecione algum tipo de carrossel.',
        createdEmpty: 'O carrossel não pode ser criado sem conteúdo!',
        updatedEmpty: 'O carrossel não pode ser atualizado sem conteúdo!',
        system: 'Item não editável',
        createFailed: 'Erro ao tentar criar carrossel!',
        updateFailed: 'Erro ao tentar atualizar carrossel!',
        loadFailed: 'Houve um erro ao recuperar dados de conteúdo',
        orderFailed: 'Erro ao salvar a nova ordem dos carrosseis',
        publishFailed: 'Erro ao atualizar informação, tente novamente',
        removeFailed: 'Erro ao deletar carrossel',
      },
    ],
    [
      'custom HTML',
      customHtml.messages,
      {
        created: 'HTML personalizado criado com sucesso',
        createFailed: 'Falha ao criar o HTML personalizado',
        updated: 'HTML personalizado editado com sucesso',
        updateFailed: 'Falha ao atualizar o HTML personalizado',
        removed: 'HTML excluído com sucesso',
        removeFailed: 'Não foi possivel excluir o HTML personalizado',
        titleRequired: 'O título é obrigatório',
        titleTooLong: 'O título não pode ter mais de 50 caracteres',
        htmlRequired: 'Adicione o HTML personalizado',
        pageRequired: 'Selecione a página',
      },
    ],
    [
      'notifications',
      notifications.messages,
      {
        read: 'Notificação lida com sucesso.',
        saved: 'Configurações salvas com sucesso!',
        saveFailed: 'Erro ao salvar as configurações',
      },
    ],
  ])('of %s', (_name, messages, specified) => expect(messages).toMatchObject(specified));
});
