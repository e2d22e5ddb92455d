/**
 * Opt-outs in one language, lower case. `alone`: as a whole sentence. `edge`: also at either end of
 * a short message.
 */
export interface OptOutWords {
  alone: readonly string[]
  edge: readonly string[]
}

const english: OptOutWords = {
  alone: ['cancel', 'end', 'quit', 'remove', 'please stop', 'leave me alone', 'no more'],
  edge: [
    ...['stop', 'stopall', 'unsubscribe', 'unsub', 'revoke', 'opt out', 'remove me', 'quit calling', 'quit texting'],
  ],
}

export const optOutWords: Readonly<Record<string, OptOutWords>> = {
  en: english,
  ar: { alone: ['توقف', 'كفى'], edge: ['إيقاف', 'ايقاف', 'أوقف', 'إلغاء الاشتراك', 'الغاء الاشتراك'] },
  bn: { alone: ['বাতিল'], edge: ['বন্ধ', 'বন্ধ করুন', 'থামুন'] },
  bg: { alone: ['край', 'отказ'], edge: ['стоп', 'спри', 'спрете'] },
  ca: { alone: ['prou', 'baixa'], edge: ['atura', 'atureu'] },
  zh: { alone: ['td', '取消', '停'], edge: ['退订', '退訂', '停止', '取消订阅', '取消訂閱'] },
  hr: { alone: ['kraj', 'odjava'], edge: ['stani', 'prestani', 'prestanite', 'odjavi'] },
  cs: { alone: ['konec', 'zrusit'], edge: ['prestan', 'prestante', 'odhlasit'] },
  da: { alone: ['slut', 'ophør'], edge: ['afmeld', 'stop nu'] },
  nl: { alone: ['einde', 'genoeg'], edge: ['stoppen', 'afmelden', 'uitschrijven', 'hou op'] },
  tl: { alone: ['tama na', 'itigil'], edge: ['tigil', 'itigil mo'] },
  fi: { alone: ['loppu', 'seis'], edge: ['lopeta', 'lopettakaa', 'peruuta'] },
  fr: { alone: ['fin', 'annuler'], edge: ['arrêt', 'arrête', 'arrêtez', 'arrêter', 'désabonner', 'désinscrire'] },
  de: {
    alone: ['ende', 'schluss', 'abbestellen', 'hören sie auf', 'hört auf', 'hör auf'],
    edge: ['stopp', 'aufhören', 'abmelden', 'austragen'],
  },
  el: { alone: ['τελος', 'διακοπη'], edge: ['σταματα', 'σταματηστε', 'στοπ'] },
  gu: { alone: ['રદ'], edge: ['બંધ', 'બંધ કરો', 'રોકો'] },
  he: { alone: ['די', 'ביטול'], edge: ['הסר', 'הסירו', 'להסיר', 'עצור', 'תפסיקו', 'תפסיק'] },
  hi: { alone: ['रद्द'], edge: ['बंद', 'बंद करो', 'बंद करें', 'रोको', 'रुको'] },
  hu: { alone: ['vege', 'elég'], edge: ['allj', 'alljon', 'leiratkozás', 'leiratkozom'] },
  id: { alone: ['batal'], edge: ['berhenti', 'hentikan'] },
  it: { alone: ['basta', 'annulla'], edge: ['ferma', 'cancella', 'fermati', 'disiscrivi', 'cancellami', 'smettila'] },
  ja: { alone: ['やめて', '終了'], edge: ['停止', '配信停止', '解除', 'ストップ', 'やめてください'] },
  kn: { alone: ['ರದ್ದು'], edge: ['ನಿಲ್ಲಿಸಿ', 'ನಿಲ್ಲಿಸು'] },
  ko: { alone: ['그만', '취소'], edge: ['중지', '수신거부', '해지', '그만하세요', '스톱'] },
  lv: { alone: ['beigas'], edge: ['beidz', 'beidziet', 'apturet', 'atteikties'] },
  lt: { alone: ['pabaiga', 'stok'], edge: ['sustok', 'sustabdyti', 'atsisakau', 'atsisakyti'] },
  ms: { alone: ['tamat', 'batal'], edge: ['berhenti', 'hentikan'] },
  ml: { alone: ['മതി'], edge: ['നിർത്തുക', 'നിർത്തൂ'] },
  mr: { alone: ['रद्द'], edge: ['बंद', 'थांबा', 'थांबवा'] },
  no: { alone: ['slutt'], edge: ['stopp', 'avmeld', 'stans'] },
  pl: { alone: ['koniec', 'dosyć', 'rezygnacja'], edge: ['przestań', 'przestańcie', 'wypisz', 'rezygnuję'] },
  pt: { alone: ['fim', 'cancelar', 'sair'], edge: ['pare', 'parar', 'parem', 'descadastrar', 'remover'] },
  ro: { alone: ['sfârșit'], edge: ['opreste', 'opriti', 'dezabonare'] },
  ru: { alone: ['конец', 'хватит', 'отмена'], edge: ['стоп', 'отписаться', 'отпишите', 'прекратите'] },
  sk: { alone: ['koniec', 'zrusit'], edge: ['prestan', 'prestante', 'odhlasit'] },
  es: { alone: ['fin', 'baja', 'basta', 'cancelar', 'salir'], edge: ['alto', 'pare', 'paren', 'detener'] },
  sv: { alone: ['slut', 'avsluta'], edge: ['stopp', 'stoppa', 'sluta', 'avregistrera'] },
  ta: { alone: ['ரத்து'], edge: ['நிறுத்து', 'நிறுத்துங்கள்', 'நிறுத்தவும்'] },
  te: { alone: ['రద్దు'], edge: ['ఆపు', 'ఆపండి', 'ఆపివేయి'] },
  th: { alone: ['พอ'], edge: ['หยุด', 'ยกเลิก', 'เลิก'] },
  tr: { alone: ['ret', 'dur', 'yeter', 'iptal'], edge: ['durdur', 'durun'] },
  uk: { alone: ['кінець', 'досить'], edge: ['стоп', 'відписатися', 'припиніть'] },
  vi: { alone: ['dừng', 'hủy', 'thôi'], edge: ['dừng lại', 'ngừng', 'từ chối'] },
}
