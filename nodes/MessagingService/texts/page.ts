/** The words of the page behind a question's link, in one language. `{…}` stands for what is filled in. */
export interface PageWords {
	/** Name of the language in English. */
	language: string;
	title: string;
	approve: string;
	decline: string;
	send: string;
	/** The heading once the answer is recorded. */
	recorded: string;
	/** Until when one can answer. */
	until: string;
	/** The most characters of an answer. */
	upTo: string;
	missing: string;
	tooLong: string;
	/** The heading of the page for a question that has been answered, or whose time is up; and the reason. */
	closed: string;
	closedWhy: string;
}

const english: PageWords = {
	language: 'English',
	title: 'Your answer is needed',
	approve: 'Approve',
	decline: 'Decline',
	send: 'Send',
	recorded: 'Your answer was recorded',
	until: 'You can answer until {time}.',
	upTo: 'Up to {number} characters.',
	missing: 'Your answer is missing.',
	tooLong: 'Your answer is too long. The rest was cut off.',
	closed: 'There is nothing left to answer',
	closedWhy: 'This question has been answered, or time is up. You can close this page.',
};

/** Words by the language's tag (BCP 47). Native speakers are welcome to correct them. */
const words: Record<string, PageWords> = {
	en: english,
	ar: {
		language: 'Arabic',
		title: 'نحتاج إلى إجابتك',
		approve: 'موافقة',
		decline: 'رفض',
		send: 'إرسال',
		recorded: 'تم تسجيل إجابتك',
		until: 'يمكنك الإجابة حتى {time}.',
		upTo: 'بحد أقصى {number} حرف.',
		missing: 'لم تكتب إجابة.',
		tooLong: 'إجابتك طويلة جدًا. تم حذف الباقي.',
		closed: 'لا يوجد ما يمكن الإجابة عنه',
		closedWhy: 'تمت الإجابة عن هذا السؤال أو انتهى الوقت. يمكنك إغلاق هذه الصفحة.',
	},
	bn: {
		language: 'Bangla',
		title: 'আপনার উত্তর প্রয়োজন',
		approve: 'অনুমোদন',
		decline: 'প্রত্যাখ্যান',
		send: 'পাঠান',
		recorded: 'আপনার উত্তর নথিভুক্ত হয়েছে',
		until: 'আপনি {time} পর্যন্ত উত্তর দিতে পারেন।',
		upTo: 'সর্বোচ্চ {number} অক্ষর।',
		missing: 'আপনার উত্তর নেই।',
		tooLong: 'আপনার উত্তর খুব দীর্ঘ। বাকি অংশ বাদ দেওয়া হয়েছে।',
		closed: 'উত্তর দেওয়ার মতো কিছু নেই',
		closedWhy: 'এই প্রশ্নের উত্তর দেওয়া হয়েছে, অথবা সময় শেষ। আপনি এই পাতা বন্ধ করতে পারেন।',
	},
	de: {
		language: 'German',
		title: 'Ihre Antwort wird gebraucht',
		approve: 'Zustimmen',
		decline: 'Ablehnen',
		send: 'Senden',
		recorded: 'Ihre Antwort ist eingegangen',
		until: 'Sie können bis {time} antworten.',
		upTo: 'Bis zu {number} Zeichen.',
		missing: 'Ihre Antwort fehlt.',
		tooLong: 'Ihre Antwort ist zu lang. Der Rest wurde abgeschnitten.',
		closed: 'Hier gibt es nichts mehr zu beantworten',
		closedWhy:
			'Diese Frage ist beantwortet, oder die Zeit ist abgelaufen. Sie können diese Seite schließen.',
	},
	es: {
		language: 'Spanish',
		title: 'Se necesita su respuesta',
		approve: 'Aprobar',
		decline: 'Rechazar',
		send: 'Enviar',
		recorded: 'Su respuesta ha quedado registrada',
		until: 'Puede responder hasta {time}.',
		upTo: 'Hasta {number} caracteres.',
		missing: 'Falta su respuesta.',
		tooLong: 'Su respuesta es demasiado larga. El resto se ha cortado.',
		closed: 'Ya no hay nada que responder',
		closedWhy:
			'Esta pregunta ya se ha respondido, o el plazo ha terminado. Puede cerrar esta página.',
	},
	fa: {
		language: 'Persian',
		title: 'پاسخ شما لازم است',
		approve: 'تأیید',
		decline: 'رد',
		send: 'ارسال',
		recorded: 'پاسخ شما ثبت شد',
		until: 'تا {time} می‌توانید پاسخ دهید.',
		upTo: 'حداکثر {number} نویسه.',
		missing: 'پاسخی ننوشته‌اید.',
		tooLong: 'پاسخ شما بیش از حد طولانی است. بقیه حذف شد.',
		closed: 'چیزی برای پاسخ دادن نمانده است',
		closedWhy: 'به این پرسش پاسخ داده شده یا مهلت آن تمام شده است. می‌توانید این صفحه را ببندید.',
	},
	fr: {
		language: 'French',
		title: 'Votre réponse est attendue',
		approve: 'Approuver',
		decline: 'Refuser',
		send: 'Envoyer',
		recorded: 'Votre réponse est enregistrée',
		until: 'Vous pouvez répondre jusqu’au {time}.',
		upTo: '{number} caractères au plus.',
		missing: 'Votre réponse manque.',
		tooLong: 'Votre réponse est trop longue. Le reste a été coupé.',
		closed: 'Il n’y a plus rien à répondre',
		closedWhy:
			'Une réponse a déjà été donnée, ou le délai est écoulé. Vous pouvez fermer cette page.',
	},
	hi: {
		language: 'Hindi',
		title: 'आपके उत्तर की ज़रूरत है',
		approve: 'स्वीकार करें',
		decline: 'अस्वीकार करें',
		send: 'भेजें',
		recorded: 'आपका उत्तर दर्ज हो गया',
		until: 'आप {time} तक उत्तर दे सकते हैं।',
		upTo: 'अधिकतम {number} अक्षर।',
		missing: 'आपका उत्तर नहीं है।',
		tooLong: 'आपका उत्तर बहुत लंबा है। बाकी हिस्सा काट दिया गया।',
		closed: 'अब उत्तर देने को कुछ नहीं है',
		closedWhy:
			'इस प्रश्न का उत्तर दिया जा चुका है, या समय समाप्त हो गया है। आप यह पेज बंद कर सकते हैं।',
	},
	id: {
		language: 'Indonesian',
		title: 'Jawaban Anda diperlukan',
		approve: 'Setuju',
		decline: 'Tolak',
		send: 'Kirim',
		recorded: 'Jawaban Anda sudah dicatat',
		until: 'Anda dapat menjawab sampai {time}.',
		upTo: 'Paling banyak {number} karakter.',
		missing: 'Jawaban Anda belum diisi.',
		tooLong: 'Jawaban Anda terlalu panjang. Sisanya dipotong.',
		closed: 'Tidak ada lagi yang perlu dijawab',
		closedWhy: 'Pertanyaan ini sudah dijawab, atau waktunya habis. Anda dapat menutup halaman ini.',
	},
	it: {
		language: 'Italian',
		title: 'Serve la sua risposta',
		approve: 'Approva',
		decline: 'Rifiuta',
		send: 'Invia',
		recorded: 'La sua risposta è stata registrata',
		until: 'Può rispondere fino a {time}.',
		upTo: 'Fino a {number} caratteri.',
		missing: 'Manca la sua risposta.',
		tooLong: 'La sua risposta è troppo lunga. Il resto è stato tagliato.',
		closed: 'Non c’è più nulla a cui rispondere',
		closedWhy:
			'A questa domanda è già stato risposto, o il tempo è scaduto. Può chiudere questa pagina.',
	},
	ja: {
		language: 'Japanese',
		title: 'ご回答をお願いします',
		approve: '承認する',
		decline: '断る',
		send: '送信',
		recorded: 'ご回答を受け付けました',
		until: '{time} まで回答できます。',
		upTo: '{number} 文字まで。',
		missing: '回答が入力されていません。',
		tooLong: '回答が長すぎます。残りは削除されました。',
		closed: '回答は終了しました',
		closedWhy: 'この質問は回答済みか、期限が過ぎています。このページを閉じてかまいません。',
	},
	ko: {
		language: 'Korean',
		title: '답변이 필요합니다',
		approve: '승인',
		decline: '거절',
		send: '보내기',
		recorded: '답변이 기록되었습니다',
		until: '{time}까지 답변할 수 있습니다.',
		upTo: '최대 {number}자.',
		missing: '답변이 없습니다.',
		tooLong: '답변이 너무 깁니다. 나머지는 잘렸습니다.',
		closed: '더 답변할 것이 없습니다',
		closedWhy: '이미 답변되었거나 시간이 지났습니다. 이 페이지를 닫아도 됩니다.',
	},
	nl: {
		language: 'Dutch',
		title: 'Uw antwoord is nodig',
		approve: 'Goedkeuren',
		decline: 'Afwijzen',
		send: 'Versturen',
		recorded: 'Uw antwoord is vastgelegd',
		until: 'U kunt antwoorden tot {time}.',
		upTo: 'Maximaal {number} tekens.',
		missing: 'Uw antwoord ontbreekt.',
		tooLong: 'Uw antwoord is te lang. De rest is weggelaten.',
		closed: 'Er valt niets meer te beantwoorden',
		closedWhy: 'Deze vraag is beantwoord, of de tijd is om. U kunt deze pagina sluiten.',
	},
	pl: {
		language: 'Polish',
		title: 'Potrzebna jest odpowiedź',
		approve: 'Zatwierdź',
		decline: 'Odrzuć',
		send: 'Wyślij',
		recorded: 'Odpowiedź została zapisana',
		until: 'Można odpowiedzieć do {time}.',
		upTo: 'Najwyżej {number} znaków.',
		missing: 'Brakuje odpowiedzi.',
		tooLong: 'Odpowiedź jest za długa. Reszta została obcięta.',
		closed: 'Nie ma już na co odpowiadać',
		closedWhy: 'Na to pytanie już odpowiedziano albo minął czas. Można zamknąć tę stronę.',
	},
	pt: {
		language: 'Portuguese',
		title: 'Precisamos da sua resposta',
		approve: 'Aprovar',
		decline: 'Recusar',
		send: 'Enviar',
		recorded: 'A sua resposta foi registada',
		until: 'Pode responder até {time}.',
		upTo: 'Até {number} caracteres.',
		missing: 'Falta a sua resposta.',
		tooLong: 'A sua resposta é longa demais. O resto foi cortado.',
		closed: 'Já não há nada a responder',
		closedWhy: 'Esta pergunta já foi respondida, ou o prazo terminou. Pode fechar esta página.',
	},
	ru: {
		language: 'Russian',
		title: 'Нужен ваш ответ',
		approve: 'Одобрить',
		decline: 'Отклонить',
		send: 'Отправить',
		recorded: 'Ваш ответ записан',
		until: 'Ответить можно до {time}.',
		upTo: 'Не более {number} знаков.',
		missing: 'Ответа нет.',
		tooLong: 'Ответ слишком длинный. Остальное отрезано.',
		closed: 'Отвечать больше не на что',
		closedWhy: 'На этот вопрос уже ответили, или время вышло. Эту страницу можно закрыть.',
	},
	sw: {
		language: 'Swahili',
		title: 'Jibu lako linahitajika',
		approve: 'Kubali',
		decline: 'Kataa',
		send: 'Tuma',
		recorded: 'Jibu lako limehifadhiwa',
		until: 'Unaweza kujibu hadi {time}.',
		upTo: 'Herufi {number} kwa wingi.',
		missing: 'Hujaandika jibu.',
		tooLong: 'Jibu lako ni refu mno. Sehemu iliyobaki imekatwa.',
		closed: 'Hakuna la kujibu tena',
		closedWhy: 'Swali hili limeshajibiwa, au muda umekwisha. Unaweza kufunga ukurasa huu.',
	},
	tr: {
		language: 'Turkish',
		title: 'Yanıtınız bekleniyor',
		approve: 'Onayla',
		decline: 'Reddet',
		send: 'Gönder',
		recorded: 'Yanıtınız kaydedildi',
		until: 'Son yanıt zamanı: {time}.',
		upTo: 'En çok {number} karakter.',
		missing: 'Yanıtınız eksik.',
		tooLong: 'Yanıtınız çok uzun. Kalanı kesildi.',
		closed: 'Yanıtlanacak bir şey kalmadı',
		closedWhy: 'Bu soru yanıtlandı ya da süresi doldu. Bu sayfayı kapatabilirsiniz.',
	},
	uk: {
		language: 'Ukrainian',
		title: 'Потрібна ваша відповідь',
		approve: 'Схвалити',
		decline: 'Відхилити',
		send: 'Надіслати',
		recorded: 'Вашу відповідь записано',
		until: 'Відповісти можна до {time}.',
		upTo: 'Не більше {number} знаків.',
		missing: 'Відповіді немає.',
		tooLong: 'Відповідь задовга. Решту відрізано.',
		closed: 'Відповідати більше немає на що',
		closedWhy: 'На це запитання вже відповіли, або час минув. Цю сторінку можна закрити.',
	},
	ur: {
		language: 'Urdu',
		title: 'آپ کا جواب درکار ہے',
		approve: 'منظور',
		decline: 'نامنظور',
		send: 'بھیجیں',
		recorded: 'آپ کا جواب محفوظ ہو گیا',
		until: 'آپ {time} تک جواب دے سکتے ہیں۔',
		upTo: 'زیادہ سے زیادہ {number} حروف۔',
		missing: 'آپ نے جواب نہیں لکھا۔',
		tooLong: 'آپ کا جواب بہت لمبا ہے۔ باقی حصہ کاٹ دیا گیا۔',
		closed: 'اب جواب دینے کو کچھ نہیں',
		closedWhy: 'اس سوال کا جواب دیا جا چکا ہے، یا وقت ختم ہو گیا ہے۔ آپ یہ صفحہ بند کر سکتے ہیں۔',
	},
	vi: {
		language: 'Vietnamese',
		title: 'Cần câu trả lời của bạn',
		approve: 'Đồng ý',
		decline: 'Từ chối',
		send: 'Gửi',
		recorded: 'Đã ghi nhận câu trả lời của bạn',
		until: 'Bạn có thể trả lời đến {time}.',
		upTo: 'Tối đa {number} ký tự.',
		missing: 'Bạn chưa viết câu trả lời.',
		tooLong: 'Câu trả lời quá dài. Phần còn lại đã bị cắt.',
		closed: 'Không còn gì để trả lời',
		closedWhy: 'Câu hỏi này đã được trả lời hoặc đã hết hạn. Bạn có thể đóng trang này.',
	},
	zh: {
		language: 'Chinese',
		title: '请您答复',
		approve: '同意',
		decline: '拒绝',
		send: '发送',
		recorded: '您的答复已记录',
		until: '请在 {time} 之前答复。',
		upTo: '最多 {number} 个字符。',
		missing: '您还没有填写答复。',
		tooLong: '您的答复太长，其余部分已被截去。',
		closed: '没有需要答复的内容了',
		closedWhy: '此问题已有答复，或已过期。您可以关闭此页面。',
	},
};

/** For a language that has no words here, and whose words somebody has written in part. */
const signs: PageWords = {
	language: '',
	title: '✉',
	approve: '✓',
	decline: '✗',
	send: '➤',
	recorded: '✓',
	until: '⌛ {time}',
	upTo: '≤ {number}',
	missing: '❗',
	tooLong: '❗',
	closed: '🔒',
	closedWhy: '',
};

/** The languages that have words here, with their tags. */
export const pageLanguages = Object.entries(words).map(([tag, { language }]) => ({
	language,
	tag,
}));

/** Returns the words for a language's tag, such as pt-BR; signs if there are none. */
export function pageWords(tag: string): PageWords {
	return wordsOf(tag) ?? signs;
}

/**
 * Returns the tag of the first language that a browser asks for and that has words here; English if there is none.
 * @param accepted the header Accept-Language, such as `sw-KE,sw;q=0.9,en;q=0.8`
 */
export function pageLanguageOf(accepted: string): string {
	const asked = accepted
		.slice(0, 1000)
		.split(',')
		.map((each) => each.split(';').map((part) => part.trim()))
		.map(([tag = '', weight = '']) => ({ tag, weight: Number(weight.replace('q=', '') || 1) }));
	asked.sort((one, other) => other.weight - one.weight);
	return asked.find(({ tag }) => wordsOf(tag))?.tag ?? 'en';
}

function wordsOf(tag: string): PageWords | undefined {
	const [language = ''] = tag.toLowerCase().split('-');
	return Object.hasOwn(words, language) ? words[language] : undefined;
}
