//! The tables, and how older ones become these.

use rusqlite::{Connection, TransactionBehavior};

use super::error::LadderError;

/// What marks a database as a ladder: `bsld`.
pub(super) const APPLICATION: i32 = 0x6273_6c64;

/// From each version of the tables to the next one. Those that have been released are never changed.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

/// Looks at a database that was opened, and brings its tables up to date if it may be written to.
pub(super) fn migrate(connection: &mut Connection, writable: bool) -> Result<(), LadderError> {
    migrate_with(connection, writable, &MIGRATIONS)
}

fn migrate_with(connection: &mut Connection, writable: bool, migrations: &[&str]) -> Result<(), LadderError> {
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if application != APPLICATION {
        return Err(LadderError::Foreign("it is a database of another program, or an empty file"));
    }
    let known = u32::try_from(migrations.len()).unwrap_or(u32::MAX);
    let found = version(connection)?;
    if found > known {
        return Err(LadderError::Newer { found, known });
    }
    if found == known {
        return Ok(());
    }
    if !writable {
        return Err(LadderError::refused(
            "an older botspec has written it; a command that may write to it, such as `botspec ladder run`, comes first",
        ));
    }
    // Another process may be faster: what is to be done is looked up once nobody else can write.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    for migration in migrations.iter().skip(found as usize) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

/// Makes the tables in an empty database.
pub(super) fn create(connection: &mut Connection) -> Result<(), LadderError> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    migrate(connection, true)
}

fn version(connection: &Connection) -> Result<u32, LadderError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_brought_up_to_date_a_step_at_a_time() {
        let steps = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y", "INSERT INTO a VALUES (1, 2)"];
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        migrate_with(&mut connection, true, &steps[..1]).unwrap();
        assert!(matches!(migrate_with(&mut connection, false, &steps), Err(LadderError::Refused(_))));
        for _ in 0..2 {
            migrate_with(&mut connection, true, &steps).unwrap();
        }
        let sum: u32 = connection.query_row("SELECT sum(x + y) FROM a", [], |row| row.get(0)).unwrap();
        assert_eq!((sum, version(&connection).unwrap()), (3, 3));
        let newer = migrate_with(&mut connection, true, &steps[..2]).unwrap_err();
        assert!(matches!(newer, LadderError::Newer { found: 3, known: 2 }), "{newer}");
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        migrate_with(&mut connection, true, &["CREATE TABLE a (x)", "nonsense"]).unwrap_err();
        assert_eq!(version(&connection).unwrap(), 0);
        assert!(connection.execute("INSERT INTO a VALUES (1)", []).is_err());
    }
}
