/** What the terrain editor says, in both languages. */
import { texts } from '../../../i18n/index.svelte';

export const t = texts(
  {
    title: 'Monter sa table', intro: 'Choisis une époque, pose les décors, garde la table pour tes parties ou passe-la aux copains.',
    era: 'Époque', western: 'Western', pirates: 'Pirates', ww2: 'Seconde Guerre mondiale', medieval: 'Médiéval',
    change: 'Changer d’époque vide la table. On y va ?', changeYes: 'Vider et changer', changeNo: 'Garder',
    set: 'Décors', ready: 'Partir de la table toute prête', lying: 'Sur la table', none: 'La table est nue. Touche un décor pour le poser.', count: '{n} {n|pièce|pièces}', left: 'reste {n}', noneLeft: 'plus rien', add: 'Poser :', pick: 'Reprendre :', put: 'Posé', remove: 'Ôter', removeWhat: 'Ôter : {what}',
    undo: 'Défaire', redo: 'Refaire', clear: 'Vider', copy: 'Dédoubler',
    f_off: 'Dépasse de la table', f_overlap: 'Chevauche {other}', f_copies: 'Plus d’exemplaires que le lot', f_apart: 'À moins de 10 cm de {other} : les parties réglées l’éviteraient', near: 'À moins de 10 cm de {other}',
    sound: 'La table est bonne pour le jeu.', unsound: 'À corriger avant de jouer :',
    name: 'Nom de la table', nameless: 'Ma table', save: 'Garder', saveCopy: 'En garder une copie', saving: 'Un instant…', saved: 'La table est gardée.', savedCopy: 'Une copie est à toi.', share: 'Lien à partager', byOther: 'Table de {by}. Ce que tu changes ici ne change pas la sienne.', mine: 'Mes tables', open: 'Ouvrir :', drop: 'Jeter : {what}', dropSure: 'Jeter ?', noneKept: 'Ton étagère n’a pas encore de table. Garde celle-ci !', fresh: 'Nouvelle table',
    leave: 'Cette table n’est pas gardée : elle sera perdue.', leaveYes: 'La jeter', leaveNo: 'Y rester', found: 'Tu l’avais laissée sans la garder : la revoilà.', foundBack: 'Reprendre celle de l’étagère', foundNone: 'Repartir d’une table nue',
    exportFile: 'Exporter', importFile: 'Importer', notTable: 'Ce fichier n’est pas une table de GeneriK.', imported: 'La table est sur la table.', lost: 'Cette table n’est plus là, ou le lien est incomplet.', unsaved: 'Pas encore gardée', loading: 'On sort les décors…', failed: 'Les décors n’arrivent pas. Vérifie ta connexion.', retry: 'Réessayer',
    keys: 'Au clavier : flèches pour pousser, Alt pour le millimètre, R pour tourner, Entrée pour lâcher, Suppr pour ôter, Ctrl Z pour défaire.',
  },
  {
    title: 'Build your table', intro: 'Choose an era, lay out the terrain, keep the table for your games or pass it on.',
    era: 'Era', western: 'Western', pirates: 'Pirates', ww2: 'Second World War', medieval: 'Medieval',
    change: 'Changing the era clears the table. Go on?', changeYes: 'Clear and change', changeNo: 'Keep',
    set: 'Terrain', ready: 'Start from the ready layout', lying: 'On the table', none: 'The table is bare. Tap a piece to put it down.', count: '{n} {n|piece|pieces}', left: '{n} left', noneLeft: 'none left', add: 'Put down:', pick: 'Take up:', put: 'Done', remove: 'Remove', removeWhat: 'Remove: {what}',
    undo: 'Undo', redo: 'Redo', clear: 'Clear', copy: 'Duplicate',
    f_off: 'Sticks out over the edge', f_overlap: 'Overlaps {other}', f_copies: 'More copies than the set has', f_apart: 'Less than 10 cm from {other}: set games would avoid it', near: 'Less than 10 cm from {other}',
    sound: 'The table is fit to play on.', unsound: 'To be put right before playing:',
    name: 'Name of the table', nameless: 'My table', save: 'Keep', saveCopy: 'Keep a copy', saving: 'One moment…', saved: 'The table is kept.', savedCopy: 'A copy is yours.', share: 'Link to share', byOther: 'A table by {by}. What you change here does not change theirs.', mine: 'My tables', open: 'Open:', drop: 'Throw away: {what}', dropSure: 'Throw away?', noneKept: 'No table on your shelf yet. Keep this one!', fresh: 'New table',
    leave: 'This table is not kept: it will be lost.', leaveYes: 'Throw it away', leaveNo: 'Stay', found: 'You left it without keeping it: here it is again.', foundBack: 'Take the one of the shelf', foundNone: 'Start from a bare table',
    exportFile: 'Export', importFile: 'Import', notTable: 'This file is no table for GeneriK.', imported: 'The table is laid.', lost: 'This table is gone, or the link is incomplete.', unsaved: 'Not kept yet', loading: 'Getting the terrain out…', failed: 'The terrain is not coming. Check your connection.', retry: 'Try again',
    keys: 'By keys: arrows push, Alt for a millimetre, R turns, Enter lets go, Del removes, Ctrl Z undoes.',
  },
);
