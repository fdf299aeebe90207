/** Words that most sentences of a language have, in lower case, for languages that share their script with others. */
const wordsByLanguage: Readonly<Record<string, string>> = {
  en:
    'the and of to is are was in on for with that this your you it its be have has not from by or as ' +
    'at we our will can if but when which their they an please do',
  de:
    'der die das und ist sind nicht ein eine einen einem einer mit von zu den dem des für auf sie ihr ' +
    'ihre ihren wir wird werden auch bei nach oder aus wenn kann haben hat im zum zur bitte als noch ' +
    'nur sich durch über',
  fr:
    'le la les et est sont pas un une des du de au aux dans pour avec vous votre vos nous que qui sur ' +
    'par ce cette ces ne plus ou être sera peut veuillez il elle se leur si mais',
  es:
    'el la los las y es son no un una de del al en para con su sus tu que por se lo como más o este ' +
    'esta esto ser está puede cuando si pero le nos hay ha desde',
  pt:
    'o a os as e é são não um uma de do da dos das no na nos nas em para com seu sua seus suas que ' +
    'por se como mais ou este esta isso ser está pode quando mas você ao foi pelo pela',
  it:
    'il lo la i gli le e è sono non un una di del della dei delle al alla in per con il tuo tua suo ' +
    'sua che da si come più o questo questa essere può quando ma nel nella sul ha hai',
  nl:
    'de het een en is zijn niet van te in op voor met dat die uw je jouw u wij we wordt worden ook ' +
    'bij naar of als kan heeft hebt door over er om aan deze dit maar wanneer',
  sv:
    'och är att det en ett den som på för med till av inte du din ditt dina vi kan om har från eller ' +
    'när var vill detta denna har ska måste men också',
  da:
    'og er at det en et den som på for med til af ikke du din dit dine vi kan om har fra eller når ' +
    'var vil dette denne skal men også blev hvis',
  nb:
    'og er at det en et den som på for med til av ikke du din ditt dine vi kan om har fra eller når ' +
    'var vil dette denne skal må men også hvis ble',
  fi:
    'ja on ei se että tämä ovat voi voit sen kun jos tai mutta myös oli olet ole hän sinun vain kuin ' +
    'jotta sekä niin mitä joka tästä tällä',
  pl:
    'i w na nie się jest są do z ze to że dla od po jak lub być może twój twoje który która które o ' +
    'przez tym ten ta gdy czy już oraz aby ale jego',
  cs:
    'a je se na v že s do pro není jsou o od po jako nebo být může váš vaše který která které to ' +
    'tento tato když ale jeho ve z k aby si už při jen byl',
  sk:
    'a je sa na v že s do pre nie sú o od po ako alebo byť môže váš vaše ktorý ktorá ktoré to tento ' +
    'táto keď ale jeho vo z k aby si už pri len bol',
  hu:
    'a az és nem is van egy hogy ez meg csak vagy ha már el lehet kell ön önnek az a mint nem azt ki ' +
    'be volt lesz után alatt amely amikor',
  ro:
    'și în de la cu pe nu este sunt un o să care din pentru mai sau dacă ce al ale a fi va fost prin ' +
    'acest această dar dumneavoastră vă se le ai',
  tr:
    've bir bu için ile de da değil olarak daha çok ne var yok ya veya gibi kadar olan sonra her mi ' +
    'ama ki siz sizin lütfen tüm',
  id:
    'yang dan di ke dari untuk dengan ini itu tidak anda adalah akan pada atau dalam telah oleh ' +
    'sebagai dapat bisa kami jika harus juga sudah saat ada',
  tl: 'ang ng sa na ay mga at hindi para kung ito iyong mo ka si may naman lang din po kay ko ni o upang',
  vi:
    'và của là không có được cho một các những này trong với bạn để đã khi từ người sẽ hoặc tại về ' +
    'nếu như ra vào đến',
  ru:
    'и в не на что с по это как для из вы ваш ваши или к у от за мы он она они есть был если чтобы ' +
    'можно при но его её так уже только этот эта',
  uk:
    'і в не на що з по це як для із ви ваш ваші або до у від за ми він вона вони є був якщо щоб можна ' +
    'при але його її так вже тільки цей ця та',
  bg:
    'и в не на че с по това как за от вие ваш вашия или до у ние той тя те е беше ако да може при но ' +
    'неговия така вече само този тази са ще се',
  sr:
    'и у не на да са по то како за од ви ваш или до ми он она они је био ако може при али његов тако ' +
    'већ само овај ова су ће се',
};

/** Languages for which another language's words are used. */
const languageWithSameWords: Readonly<Record<string, string>> = { ms: 'id', no: 'nb', nn: 'nb', fil: 'tl' };

const cachedSets = new Map<string, ReadonlySet<string>>();

/** Returns the function words of a language (ISO 639); undefined if none are known. `no` and `nb` have the same set. */
export function functionWords(language: string): ReadonlySet<string> | undefined {
  const list = wordsByLanguage[languageWithSameWords[language] ?? language];
  if (list === undefined) return undefined;
  const words = cachedSets.get(list) ?? new Set(list.split(' '));
  cachedSets.set(list, words);
  return words;
}
