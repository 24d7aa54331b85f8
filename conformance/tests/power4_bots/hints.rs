//! What is said of each bot's fault: the hint of the first group.

use botspec_test_bots::power4::Fault;

use crate::harness::Hint;

/// What the hint of the first group says.
pub(crate) const fn hint(fault: Fault) -> Hint {
    use Fault as F;
    match fault {
        F::OutputLate => Hint::Says("wait for every thread and child process before the program ends"),
        F::OutputNotWritten | F::OutputNotWrittenLate => {
            Hint::Says("the turn wrote no file at all: make output.txt anew in each turn")
        }
        F::OutputPrinted => Hint::Says("the answer went to stdout: it belongs in output.txt"),
        F::OutputOnlyUpdated | F::OutputMisnamed | F::OutputInFolder | F::OutputInTmp => {
            Hint::Says("the answer belongs in output.txt, beside the program")
        }
        F::OutputNotTruncated | F::OutputAppended => {
            Hint::Says("open output.txt with truncation (mode \"w\"), not for update or appending")
        }
        F::OutputOldIsGoodEnough => Hint::Says("the file is left over from an earlier turn"),
        F::FormatComma | F::FormatBrackets | F::FormatWords | F::FormatRemarkOnSpecials => {
            Hint::Says("write the two integers with a blank between them and nothing around them")
        }
        F::FormatNoBlank => Hint::Says("there is no blank between the two integers"),
        F::FormatOneNumber => {
            Hint::Says("only one integer is there: write the kind of disk and then the column")
        }
        F::FormatThreeNumbers => Hint::Says("write two integers and nothing else"),
        F::FormatPlusSign | F::FormatLeadingZero => {
            Hint::Says("write the integers without plus sign and without leading zeros")
        }
        F::FormatDecimals => Hint::Says("write integers, without a fraction"),
        F::FormatLetter => Hint::Says("columns are numbers, 1 to 7, not letters"),
        F::FormatCarriageReturn => Hint::Says("a CR alone is not a line end: write LF or CRLF"),
        F::FormatZeroByte => Hint::Says("the file holds a NUL: write the characters of the text"),
        F::FormatByteOrderMark => Hint::Says("the file begins with a byte order mark: write plain ASCII"),
        F::FormatUtf16 => Hint::Says("the file is UTF-16"),
        F::FormatOtherDigits => Hint::Says("write the digits 0 to 9"),
        F::FormatNoBreak => Hint::Says("there is a non-ASCII blank, such as a non-breaking space"),
        F::FormatEmpty | F::FormatEmptyLate => Hint::Says("output.txt is empty: if you use buffered output"),
        F::FormatTwiceOnTheRight => Hint::Says("write two integers and nothing else: the file is not a log"),
        F::KindZero => Hint::Says("kinds are counted from 1: clear row, column, neighbours, dual colour"),
        F::KindSix => Hint::Says("kinds are counted from 1: 5 is a normal disk"),
        F::KindTwelve => Hint::Says("12 is how board.txt shows a dual disk; as a kind it is 4"),
        F::RowTwice | F::ColumnTwice | F::NeighboursTwice | F::DualTwice | F::SecondSetNotNoted => {
            Hint::Says("keep in a help file what is used up")
        }
        F::TeamAsKind => {
            Hint::Says("the number of the bot's team: it is the kind of disk, 5 for a normal one")
        }
        F::NewAfterClearing | F::NewWhenManyAreGone | F::ColumnWhenNearlyFull => {
            Hint::Says("of this set the board had fewer disks than before")
        }
        F::LostWhereTheLastColumnFalls | F::LostWhereTheTopRowGoes => {
            Hint::Says("does the bot lose its turn count on turn")
        }
        F::NewWithoutItsDisks | F::LostWhereTheTopRowIsCleared => {
            Hint::Says("the opponent may have cleared the disk just dropped")
        }
        F::LastOneNoted => Hint::Says("is only the last special disk noted"),
        F::DualAfterUndone => Hint::Says("does the bot think its try failed?"),
        F::DualNever | F::DualForgottenAfterClearing => {
            Hint::Says("the bot has not played kind 4 in any set so far")
        }
        F::DualOnTheEleventh | F::DualByDisks | F::DualNotForTheOther => {
            Hint::Says("count the turns of a set in a help file, and play kind 4 by the tenth")
        }
        F::DualOfTheOther | F::DualSeenAtTheStart | F::DualForTheFirstColumn => {
            Hint::Says("the dual disk that was dropped in this set is the opponent's")
        }
        F::ColumnZeroBased => Hint::Says("columns are counted from 1"),
        F::HelpTrusted => Hint::Says("its help files were replaced by those of another match"),
        F::HelpEmptyBelieved => Hint::Says("its help files were emptied"),
        F::HelpAgedIsForeign => Hint::Says("are they taken for those of another match?"),
        F::HelpHalfBelieved => Hint::Says("its help files were cut in half"),
        F::HelpGarbageBelieved => Hint::Says("its help files were overwritten with garbage"),
        F::HelpOtherTeamBelieved => {
            Hint::Says("its help files were replaced by those of a match as the other team")
        }
        F::ColumnAsCell => Hint::Says("is the number of the cell on which a disk lands"),
        F::ColumnFour => Hint::Says("each time: does it look at the board?"),
        F::LayoutOneLine | F::LayoutRestIsEmpty => Hint::Says("board.txt has several lines here"),
        F::LayoutSingleBlanks => Hint::Says("other blanks than single spaces stand between the integers"),
        F::LayoutTabs => Hint::Says("is a tab a blank like the others?"),
        F::LayoutCrlf => Hint::Says("is a CR a blank like the others?"),
        F::LayoutBlankAtEnd => Hint::Says("no blank stands behind the last integer"),
        F::ColumnUpsideDown => Hint::Says("are the first seven taken for the top row?"),
        F::ColumnOfFive => Hint::Says("is what is left to a search that has found no open column"),
        F::ColumnFromTheRight => Hint::Says("is open: are columns counted from the right?"),
        F::ColumnUnderDual => Hint::Says("12 is a disk like the others"),
        F::ColumnByDigits => Hint::Says("it would be open if each digit of board.txt were a cell"),
        F::ColumnTransposed => {
            Hint::Says("it would be open if the integers of board.txt stood column by column")
        }
        F::ColumnOfOldBoard => Hint::Says("is the bot still looking at the old board?"),
        // Which of two teams has started need not show on the first board of all.
        F::SetNeverReset
        | F::NewWithoutTheOthers
        | F::SetCountGoesOn
        | F::SetUsedStays
        | F::SetOpenedByClearing
        | F::SetThirdOverlooked
        | F::SetOverOnceWon
        | F::SetUnexpected => Hint::Says("are the help files those of the earlier set?"),
        F::SetResetOnEmpty => Hint::Says("begins with the opponent's first disk on the board"),
        F::SetOpenedWithDual => Hint::Says("has opened this one with its dual disk"),
        F::SetResetOnFewer => Hint::Says("begins with no fewer disks on the board"),
        F::SetResetAfterTen => Hint::Says("The one before was over after"),
        F::FileInCapitals => Hint::Says("upper and lower case matter"),
        F::HelpGoneFails => Hint::Says("its stderr ends with: no memory in the middle of a set"),
        F::HelpDamagedFails => Hint::Says("its stderr ends with: the memory makes no sense"),
        F::HelpForeignFails => {
            Hint::Says("its stderr ends with: this is not the match that was being played")
        }
        F::ChildLeft | F::ChildKeepsStreams | F::DaemonLeft | F::ForkStorm | F::ForkChain => {
            Hint::Says("wait for child processes before the bot ends")
        }
        F::NeverEnds => Hint::Says("is something still waiting after output.txt is written"),
        F::ColumnFullByChance => Hint::Any,
        F::TurnSleeps | F::TurnStops | F::TurnHangsLate => Hint::Says("it used hardly any processor time"),
        F::TurnComputes => Hint::Says("it was computing all the time: an endless loop"),
        F::Panic => Hint::Says("its stderr ends with: no idea what to do with"),
        F::FloodsForEver => Hint::Says("until it was stopped: does a loop that prints never end?"),
        F::OutputDirectory
        | F::OutputDirectoryClosed
        | F::OutputPipe
        | F::OutputLink
        | F::FormatHuge
        | F::KindNegative
        | F::KindHuge
        | F::ColumnEight
        | F::ColumnFull
        | F::ColumnFullLate
        | F::TeamOneOnly
        | F::TeamTwoOnly
        | F::TeamEndNeeded
        | F::TeamEndRefused
        | F::BoardDeleted
        | F::BoardDirectory
        | F::BoardRewritten
        | F::BoardAppended
        | F::TeamRewritten
        | F::MovesRewritten
        | F::SixFiles
        | F::FileForEachTurn
        | F::FolderOfSix
        | F::WritesHome
        | F::WritesTemporary
        | F::WritesTmp
        | F::WritesParent
        | F::FileUnnamed
        | F::FileInFolderUnnamed
        | F::StatusOne
        | F::SetStatus
        | F::AbortAfterOutput
        | F::PanicAfterOutput
        | F::KillsItself
        | F::OpeningSlow
        | F::Segfault
        | F::ColumnNegative
        | F::FloodsFolder => Hint::None,
    }
}
